"""Typing through a grabbed keyboard, on a real kernel (guest_keyboard.py runs in the VM)."""
import json
import os
import subprocess

from daemon import ROOT
from figures import Figure, median

MEDIAN_RATIO = 1.3
SLOW_RATIO = 2
# Where the emulated machine itself is that slow, a ratio says nothing.
SLOW_LIMIT = 2000  # us
TRANSITIONS = 5_000
GUEST_LIMIT_SECONDS = 400


def key_through_grab(_):
    """The time that a key takes through a grabbed keyboard and its copy, and whether all keys came."""
    guest = os.path.join(ROOT, "Benchmarks", "guest_keyboard.py")
    output = subprocess.run([f"{ROOT}/Tests/vm/vm-run", "--timeout", str(GUEST_LIMIT_SECONDS), "--", "/usr/bin/python3",
                             guest, str(TRANSITIONS)],
                            check=True, text=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                            timeout=GUEST_LIMIT_SECONDS + 60).stdout
    rounds = json.loads(output.splitlines()[-1])
    ours = {name: median([run[name] for run in rounds["hwctl"]]) for name in ("p50", "p99")}
    bare = {name: median([run[name] for run in rounds["relay"]]) for name in ("p50", "p99")}
    lost = sum(run["lost"] for run in rounds["hwctl"])
    slow_limit = max(SLOW_LIMIT, SLOW_RATIO * bare["p99"])
    return [
        line("p50", ours, bare, f"{MEDIAN_RATIO} x", ours["p50"] <= MEDIAN_RATIO * bare["p50"]),
        line("p99", ours, bare, f"{SLOW_RATIO} x or {SLOW_LIMIT} us", ours["p99"] <= slow_limit),
        Figure(f"keys lost, of {len(rounds['hwctl'])} x {TRANSITIONS:,}", str(lost),
               str(sum(run["lost"] for run in rounds["relay"])), "-", "0", lost == 0),
    ]


def line(name, ours, bare, limit, holds):
    return Figure(f"key through a grabbed keyboard, {name}", f"{ours[name]:.0f} us", f"{bare[name]:.0f} us",
                  f"{ours[name] / bare[name]:.2f} x", limit, holds)
