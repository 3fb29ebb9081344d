"""The models that the double has, and what each does wrong."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Model:
    name: str
    # Of /api/tags; "drift:latest" counts on from it.
    digest: str
    # Where it really runs: told by the list of models, or by the details only.
    remote_in_tags: bool = False
    remote_in_show: bool = False
    capabilities: tuple = ("completion",)
    # What happens to a chat with messages; one of the names in server.FAULTS, or "" for a proper answer.
    fault: str = ""
    # What it writes in the place of an edit; {text} is the transcript.
    writes: str = ""
    shouts: bool = False
    # The digest is another one each time it is asked for, and from the second on the model is remote.
    drifts: bool = False
    # Seconds that loading takes.
    load_time: float = 0.0


def table(*models):
    return {model.name: model for model in models}


def digest(number):
    return f"{number:02x}" * 32


MODELS = table(
    Model("smollm2:135m", "9077fe9d2ae1" + "0" * 52),
    Model("editor:latest", digest(1)),
    # The server fails.
    Model("busy:latest", digest(2), fault="busy"),
    Model("boom:latest", digest(3), fault="boom"),
    Model("slow:latest", digest(4), fault="slow"),
    Model("never:latest", digest(5), fault="never"),
    Model("halfway:latest", digest(6), fault="halfway"),
    Model("redirect:latest", digest(7), fault="redirect"),
    Model("endless:latest", digest(8), fault="endless"),
    Model("cut:latest", digest(9), fault="cut"),
    Model("plain:latest", digest(10), fault="plain"),
    Model("heavy:latest", digest(11), load_time=1.0),
    # The answer ends in a wrong way.
    Model("truncated:latest", digest(12), fault="truncated"),
    Model("undone:latest", digest(13), fault="undone"),
    # Another one answers.
    Model("impostor:latest", digest(14), fault="impostor"),
    Model("leaky:latest", digest(15), fault="leaky"),
    # The model runs elsewhere.
    Model("alias:latest", digest(16), remote_in_tags=True),
    Model("hidden:latest", digest(17), remote_in_show=True),
    Model("gpt-oss:120b-cloud", digest(18), remote_in_tags=True),
    Model("drift:latest", digest(19), drifts=True),
    Model("vector:latest", digest(20), capabilities=("embedding",)),
    # The model writes what it must not.
    Model("answering:latest", digest(21), writes="The capital of France is Paris."),
    Model("obeying:latest", digest(22), writes="Sure! Here is a poem: Roses are red, violets are blue."),
    Model("adding:latest", digest(23), writes="{text} I hope that this message finds you well and that your family is in good health."),
    Model("dropping:latest", digest(24), writes="Yes."),
    Model("blank:latest", digest(25), writes=" "),
    Model("garbage:latest", digest(26), fault="garbage"),
    # Nothing wrong, but not to be mistaken for the transcript.
    Model("shouting:latest", digest(27), writes="{text}", shouts=True),
)


def find(name):
    """As Ollama does: without regard to case, the tag "latest" added."""
    if ":" not in name.rsplit("/", 1)[-1]:
        name += ":latest"
    return next((model for model in MODELS.values() if model.name.lower() == name.lower()), None)
