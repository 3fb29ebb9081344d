"""From a pedal to the virtual keyboard, on a real kernel (guest_pedal.py runs in the VM)."""
import json
import os
import subprocess

from daemon import ROOT, TOOLS
from figures import Figure, median
from measures import dictation

MEDIAN_RATIO = 1.5
SLOW_RATIO = 2
# Where the emulated machine itself is that slow, a ratio says nothing.
SLOW_LIMIT = 2000  # us
TRANSITIONS = 10_000
GUEST_LIMIT_SECONDS = 400
# The emulated cores share the real ones with the decoder.
BUSY_LIMIT_SECONDS = 900
BESIDE = " beside speech"


def press_to_key(_):
    """The time from the report of a pedal to the event of the key, and whether all keys came."""
    ours, bare = measure([], cpus=1, timeout=GUEST_LIMIT_SECONDS)
    slow_limit = max(SLOW_LIMIT, SLOW_RATIO * bare["p99"])
    return [
        line("p50", ours, bare, f"{MEDIAN_RATIO} x", ours["p50"] <= MEDIAN_RATIO * bare["p50"]),
        line("p99", ours, bare, f"{SLOW_RATIO} x or {SLOW_LIMIT} us", ours["p99"] <= slow_limit),
        all_came(ours, bare),
    ]


def press_to_key_beside_speech(folder):
    """The same while the other core decodes speech without end: what comes, and how late."""
    clip = dictation.make_clip(folder, 10)
    decode = [f"{TOOLS}/bare_decode", dictation.newest_model(), *[clip] * 50]
    ours, bare = measure(decode, cpus=2, timeout=BUSY_LIMIT_SECONDS)
    return [
        *(line(name, ours, bare, f"{SLOW_RATIO} x", ours[name] <= SLOW_RATIO * bare[name], BESIDE)
          for name in ("p50", "p95", "p99")),
        # Shown and not judged: the one slowest of 20,000 is the host's, which takes turns between emulated cores.
        line("max", ours, bare, "-", True, BESIDE),
        all_came(ours, bare, BESIDE),
    ]


def measure(busy, cpus, timeout):
    """The medians of the rounds, and the sums of what was lost or wrong, of hwctld and of the floor."""
    guest = os.path.join(ROOT, "Benchmarks", "guest_pedal.py")
    output = subprocess.run([f"{ROOT}/Tests/vm/vm-run", "--mem", "2000", "--cpus", str(cpus), "--timeout", str(timeout),
                             "--env", "HOME", "--", "/usr/bin/python3", guest, str(TRANSITIONS), *busy],
                            check=True, text=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                            timeout=timeout + 60).stdout
    rounds = json.loads(output.splitlines()[-1])
    return [{
        **{name: median([run[name] for run in rounds[side]]) for name in ("p50", "p95", "p99", "max")},
        "missed": sum(run["lost"] + run["wrong"] for run in rounds[side]), "transitions": len(rounds[side]) * TRANSITIONS,
    } for side in ("hwctld", "relay")]


def all_came(ours, bare, beside=""):
    return Figure(f"transitions lost, doubled or out of order{beside}, of {ours['transitions']:,}",
                  f"{ours['missed']:.0f}", f"{bare['missed']:.0f}", "-", "0", ours["missed"] == 0)


def line(name, ours, bare, limit, holds, beside=""):
    return Figure(f"pedal to virtual key{beside}, {name}", f"{ours[name]:.0f} us", f"{bare[name]:.0f} us",
                  f"{ours[name] / bare[name]:.2f} x", limit, holds)
