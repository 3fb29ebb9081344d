"""hwctld with folders of its own, and a client of its control socket."""
import json
import os
import socket
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
BUILD = os.path.join(ROOT, ".build", "release")
TOOLS = os.path.join(ROOT, ".build", "tools")
# Longer than a decode of 30 s on a machine ten times slower than this year's; then something hangs.
ANSWER_LIMIT_SECONDS = 60


def model_folder():
    """Where `make setup` has put the speech model."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(data, "hwctl", "models")


class Connection:
    """One client: request lines out, reply lines in."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(ANSWER_LIMIT_SECONDS)
        self.socket.connect(path)
        self.input = self.socket.makefile("r")

    def send(self, name, **members):
        """Returns CLOCK_MONOTONIC, in nanoseconds, just before the request was written."""
        line = json.dumps({"version": 1, "name": name, **members}) + "\n"
        instant = time.monotonic_ns()
        self.socket.sendall(line.encode())
        return instant

    def receive(self):
        line = self.input.readline()
        if not line:
            raise RuntimeError("hwctld closed the connection")
        reply = json.loads(line)
        if reply.get("error"):
            raise RuntimeError(f"hwctld refuses: {reply['error']['message']}")
        return reply

    def wait_for(self, step):
        """The next event of a session that is this step."""
        while True:
            event = self.receive().get("event") or {}
            if event.get("step") == step:
                return event
            if event.get("step") == "ended":
                raise RuntimeError(f"the session ended before '{step}': {event.get('text')}")

    def close(self):
        self.input.close()
        self.socket.close()


class Daemon:
    """A running hwctld; usable as a context, which stops it.

    `profiles` and `preferences` are written as JSON before the start. `folder` must be short: it will hold a Unix socket.
    With `has_refiner` it has a network of its own, where the Ollama double answers.
    """

    def __init__(self, folder, profiles=None, preferences=None, has_refiner=False):
        self.folder = folder
        self.text_path = f"{folder}/typed"
        self.environment = {**os.environ, "XDG_CONFIG_HOME": f"{folder}/config", "XDG_DATA_HOME": f"{folder}/data",
                            "XDG_RUNTIME_DIR": f"{folder}/run"}
        for name in ("config/hwctl", "data/hwctl", "run"):
            os.makedirs(f"{folder}/{name}", mode=0o700)
        os.symlink(model_folder(), f"{folder}/data/hwctl/models")
        for name, value in (("profiles", profiles), ("preferences", preferences)):
            if value:
                with open(f"{folder}/config/hwctl/{name}.json", "w") as file:
                    json.dump(value, file)
        self.socket_path = f"{folder}/run/hwctl/control.sock"
        self.log_path = f"{folder}/log"
        with open(self.log_path, "w") as log:
            self.process = subprocess.Popen([*([f"{ROOT}/scripts/private-network"] if has_refiner else []), f"{BUILD}/hwctld",
                                             "--route", f"file:{self.text_path}"],
                                            env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait_until(self.answers, "hwctld did not start")

    def answers(self):
        try:
            self.connect().close()
        except OSError:
            return False
        return True

    def wait_until(self, condition, complaint, limit=30):
        """Until a function returns something true, which is returned."""
        end = time.monotonic() + limit
        while not (value := condition()):
            if self.process.poll() is not None or time.monotonic() > end:
                with open(self.log_path) as log:
                    raise RuntimeError(f"{complaint}:\n{log.read()}")
            time.sleep(0.02)
        return value

    def connect(self):
        return Connection(self.socket_path)

    def status(self):
        connection = self.connect()
        connection.send("status")
        status = connection.receive()["status"]
        connection.close()
        return status

    def component(self, name):
        return next(part for part in self.status()["components"] if part["name"] == name)

    def hwctl_json(self, *words):
        """What a command prints with --json."""
        return json.loads(subprocess.run([f"{BUILD}/hwctl", *words, "--json"], env=self.environment, check=True,
                                         stdout=subprocess.PIPE, timeout=ANSWER_LIMIT_SECONDS).stdout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Dictation:
    """Dictation by command, and its steps as the daemon's monitor tells them."""

    def __init__(self, daemon):
        self.commands = daemon.connect()
        self.events = daemon.connect()
        self.events.send("monitor")
        # An answer on the same connection: from here on nothing is missed.
        self.events.send("status")
        while "status" not in self.events.receive():
            pass

    def command(self, verb, action="localDictation"):
        """Returns CLOCK_MONOTONIC, in nanoseconds, just before the command was written."""
        instant = self.commands.send("action", verb=verb, action=action)
        self.commands.receive()
        return instant

    def wait_for(self, step):
        return self.events.wait_for(step)

    def wait_for_end(self):
        return self.events.wait_for("ended")["text"]
