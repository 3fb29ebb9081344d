"""From the press to the first frame, and from the release to the text."""
import os
import subprocess

from daemon import TOOLS, Daemon, Dictation, model_folder
from figures import Figure, median, percentile

STARTS = 20
FIRST_FRAME_LIMIT = 100  # ms
# How often each length of speech is dictated, in seconds: short ones oftener, as noise of a few ms counts there.
REPETITIONS = {3: 9, 10: 5, 30: 3}
OVERHEAD_LIMIT = 60  # ms, and OVERHEAD_SHARE of the bare decode
OVERHEAD_SHARE = 0.05
# Longer ones, which no engine decodes whole, as seconds of speech to repetitions: the wait must not grow with them. It may be
# that of the longest segment, when the speaker made no pause before the release.
LONG_REPETITIONS = {60: 2, 120: 1}
LONGEST_SEGMENT = 25  # s, Speech/Recognition/SegmentCutter
# From the last word recognised; the refiner has 3 s, whatever it does.
REFINEMENTS = 5
ANSWERED_LIMIT = 100  # ms
SILENT_LIMIT = 3100  # ms
MEMORY_LIMIT = 700  # MB, of the worker
SAMPLES = "/usr/share/pocketsphinx/test/data/librivox"


def press_to_first_frame(folder):
    """Microphone open to first frame; the daemon's and the bare client's starts take turns."""
    ours, bare = [], []
    with Daemon(f"{folder}/first") as daemon:
        daemon.wait_until(lambda: daemon.component("microphone")["ready"], "no sound server")
        dictation = Dictation(daemon)
        for _ in range(STARTS // 5):
            bare += bare_starts(5)
            ours += [start(dictation) for _ in range(5)]
    slow, floor = percentile(ours, 95), percentile(bare, 95)
    return [Figure(f"press to first captured frame, p95 of {STARTS}", f"{slow:.1f} ms", f"{floor:.1f} ms",
                   f"{slow / floor:.2f} x", f"{FIRST_FRAME_LIMIT} ms", slow <= FIRST_FRAME_LIMIT)]


def start(dictation):
    """Milliseconds from the command to the instant of the first frame."""
    pressed = dictation.command("begin")
    frame = dictation.wait_for("firstFrame")
    dictation.command("cancel")
    dictation.wait_for_end()
    return (frame["nanoseconds"] - pressed) / 1e6


def bare_starts(count):
    output = subprocess.run([f"{TOOLS}/bare_capture", str(count)], stdin=subprocess.DEVNULL, check=True, text=True,
                            stdout=subprocess.PIPE, timeout=60).stdout
    return [float(line) for line in output.splitlines() if line != "idle"]


def release_to_text(folder):
    """Release to delivered text, beside the engine alone on the very audio that the session kept."""
    figures = []
    with Daemon(f"{folder}/speech") as daemon:
        dictation = Dictation(daemon)
        dictate(daemon, dictation, make_clip(folder, 3))  # loads the model; not counted
        for seconds, repetitions in REPETITIONS.items():
            clip = make_clip(folder, seconds)
            pairs = [dictate(daemon, dictation, clip) for _ in range(repetitions)]
            figures.append(release_figure(seconds, pairs))
    return figures


def release_to_text_long(folder):
    """Release to delivered text after minutes of speech, beside the engine alone on the longest segment; the worker's memory."""
    figures = []
    floor = bare_decode(make_clip(folder, LONGEST_SEGMENT))
    limit = floor * (1 + OVERHEAD_SHARE) + OVERHEAD_LIMIT
    with Daemon(f"{folder}/long") as daemon:
        dictation = Dictation(daemon)
        speak(daemon, dictation, make_clip(folder, 3))  # loads the model; not counted
        for seconds, repetitions in LONG_REPETITIONS.items():
            clip = make_clip(folder, seconds)
            wait = median([speak(daemon, dictation, clip)[0] for _ in range(repetitions)])
            figures.append(Figure(f"release to delivered text, {seconds} s of speech", f"{wait:.0f} ms", f"{floor:.0f} ms",
                                  f"{wait / floor:.2f} x", f"{limit:.0f} ms", wait <= limit))
        peak = worker_peak(daemon)
        figures.append(Figure("speech worker's peak memory", f"{peak:.0f} MB", "-", "-", f"{MEMORY_LIMIT} MB",
                              peak <= MEMORY_LIMIT))
    return figures


def words_to_text_with_refiner(folder):
    """Final transcript to delivered text with a refiner that answers at once, and with one that never does."""
    return [refined_figure(folder, "answers", "editor", ANSWERED_LIMIT), refined_figure(folder, "never answers", "never", SILENT_LIMIT)]


def refined_figure(folder, what, model, limit):
    preferences = {"schemaVersion": 2, "refiner": {"model": model}}
    with Daemon(f"{folder}/{model}", preferences=preferences, has_refiner=True) as daemon:
        dictation = Dictation(daemon)
        clip = make_clip(folder, 3)
        speak(daemon, dictation, clip)  # loads the speech model; not counted
        waits = []
        for _ in range(REFINEMENTS):
            dictation.command("begin", "localAIDictation")
            dictation.wait_for("firstFrame")
            subprocess.run(["paplay", "--latency-msec=30", clip], check=True, timeout=60)
            dictation.command("end", "localAIDictation")
            words = dictation.wait_for("recognised")
            waits.append((dictation.wait_for("delivered")["nanoseconds"] - words["nanoseconds"]) / 1e6)
            dictation.wait_for_end()
    slow = max(waits)
    return Figure(f"final transcript to delivered text, a refiner that {what}, slowest of {REFINEMENTS}", f"{slow:.0f} ms",
                  "-", "-", f"{limit} ms", slow <= limit)


def worker_peak(daemon):
    """Megabytes that the daemon's child has held at most."""
    children = subprocess.run(["pgrep", "-P", str(daemon.process.pid), "hwctl-speech"], check=True, text=True,
                              stdout=subprocess.PIPE, timeout=10).stdout.split()
    with open(f"/proc/{children[0]}/status") as status:
        line = next(line for line in status if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def release_figure(seconds, pairs):
    ours, bare = median([pair[0] for pair in pairs]), median([pair[1] for pair in pairs])
    overhead = median([pair[0] - pair[1] for pair in pairs])
    limit = OVERHEAD_LIMIT + OVERHEAD_SHARE * bare
    return Figure(f"release to delivered text, {seconds} s of speech", f"{ours:.0f} ms", f"{bare:.0f} ms",
                  f"{overhead:+.0f} ms", f"+{limit:.0f} ms", overhead <= limit)


def make_clip(folder, seconds):
    """So many seconds of people reading, from the recordings of the package pocketsphinx-testdata."""
    path = f"{folder}/clip-{seconds}.wav"
    if not os.path.exists(path):
        recordings = sorted(f"{SAMPLES}/{name}" for name in os.listdir(SAMPLES) if name.endswith(".wav"))
        subprocess.run(["sox", *recordings, *recordings, path, "trim", "0", str(seconds)], check=True, timeout=60)
    return path


def dictate(daemon, dictation, clip):
    """Speaks a clip between press and release; milliseconds of (release to delivered, bare decode)."""
    wait, session = speak(daemon, dictation, clip)
    audio = daemon.hwctl_json("history", "show", session)["audioPath"]
    return wait, bare_decode(audio)


def speak(daemon, dictation, clip):
    """Speaks a clip between press and release; milliseconds from release to delivered, and the session."""
    before = text_size(daemon)
    dictation.command("begin")
    dictation.wait_for("firstFrame")
    subprocess.run(["paplay", "--latency-msec=30", clip], check=True, timeout=240)
    released = dictation.command("end")
    delivered = dictation.wait_for("delivered")
    ending = dictation.wait_for_end()
    if ending != "delivered" or text_size(daemon) <= before:
        raise RuntimeError(f"no text was delivered: {ending}")
    return (delivered["nanoseconds"] - released) / 1e6, delivered["session"]


def text_size(daemon):
    return os.path.getsize(daemon.text_path) if os.path.exists(daemon.text_path) else 0


def bare_decode(audio):
    """Median milliseconds of three decodes after a first one that is not counted: hwctl's engine is warm, too."""
    model = newest_model()
    output = subprocess.run([f"{TOOLS}/bare_decode", model, *[audio] * 4], check=True, text=True, timeout=300,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return median([float(line.split("\t")[0]) for line in output.splitlines()[1:]])


def newest_model():
    folder = os.path.join(model_folder(), "moonshine-base-en")
    return os.path.join(folder, max(os.listdir(folder), key=int))
