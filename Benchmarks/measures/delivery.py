"""Typing and pasting into real terminals (Tests/DeliveryTests/RealDeliveryBench.swift)."""
import os
import re
import subprocess

from daemon import ROOT
from figures import Figure, median

CHARACTERS = 100_000
SPEED_LIMIT = 200  # characters a second
PASTE_LIMIT = 300  # ms
BENCH_LIMIT_SECONDS = 1800


def typing_and_pasting(_):
    """100,000 characters typed into xterm and foot, and 2,000 words pasted; builds the tests, which takes minutes at first."""
    bench = subprocess.run(["scripts/run-tests", "RealDeliveryBench"], cwd=ROOT, check=True,
                           env={**os.environ, "HWCTL_BENCH_CHARACTERS": str(CHARACTERS)}, text=True,
                           stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=BENCH_LIMIT_SECONDS)
    return figures(bench.stdout)


def figures(output):
    """The lines of the table, from what the tests print; there is no floor: the pace is hwctl's own choice."""
    lines = []
    for name, speed, lost in re.findall(r"^(\w+): \d+ characters, (\d+) a second, (-?\d+) lost$", output, re.MULTILINE):
        lines.append(Figure(f"{CHARACTERS:,} characters typed into {name}", f"{speed} a second", "-", f"{lost} lost",
                            f"{SPEED_LIMIT} a second, 0 lost", int(speed) >= SPEED_LIMIT and int(lost) == 0))
    pastes = re.findall(r"^(\w+): 2,000 words pasted in ([\d.]+) seconds$", output, re.MULTILINE)
    for name in sorted({name for name, _ in pastes}):
        time = median([float(seconds) * 1000 for of, seconds in pastes if of == name])
        lines.append(Figure(f"2,000 words pasted into {name}", f"{time:.0f} ms", "-", "-", f"{PASTE_LIMIT} ms",
                            time <= PASTE_LIMIT))
    if len(lines) != 4:
        raise RuntimeError(f"the benchmark printed {len(lines)} of 4 figures: are xterm, Xvfb, sway and foot installed?")
    return lines
