#!/usr/bin/python3
"""guest_keyboard.py TRANSITIONS: in the VM, a keyboard through the floor and through hwctl's grab, in turns.

Prints one line of JSON: for "relay" and "hwctl" a list of {"lost", "p50", "p99", "max"}, times in microseconds.
"""
import glob
import json
import os
import subprocess
import sys
import time

from daemon import BUILD, TOOLS

ROUNDS = 3
LIMIT_SECONDS = 30
KEYBOARD = "Bench Keyboard"


def node(name):
    """The event node of the input device with this name, once udev is done with it."""
    end = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < end:
        for path in glob.glob("/sys/class/input/event*/device/name"):
            with open(path) as file:
                if file.read().strip() == name:
                    subprocess.run(["udevadm", "settle"], check=True)
                    return "/dev/input/" + path.split("/")[4]
        time.sleep(0.05)
    raise TimeoutError(f"there is no device {name!r}")


def start(program, *arguments):
    return subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def expect(process, text):
    for line in process.stdout:
        if line.startswith(text):
            return
    raise RuntimeError(f"{process.args[0]} ended before {text!r}")


def measure(transitions, start_relay, name, ready):
    """What comes of a keyboard whose keys go through a relay to the device `name`."""
    keyboard = start(f"{TOOLS}/key_through", str(transitions))
    relay = None
    try:
        expect(keyboard, "plugged")
        relay = start_relay(node(KEYBOARD))
        keyboard.stdin.write(node(name) + "\n")
        keyboard.stdin.flush()
        # hwctl grabs only when the copy is read.
        expect(keyboard, "reading")
        expect(relay, ready)
        output, _ = keyboard.communicate("go\n", timeout=200)
        words = output.split()
        return dict(zip(words[::2], map(float, words[1::2])))
    finally:
        for process in (relay, keyboard):
            if process:
                process.kill()
                process.wait()


def main():
    transitions = int(sys.argv[1])
    tester = os.environ.get("HWCTL_BENCH_TESTER", f"{BUILD}/keyboard-tester")
    results = {"relay": [], "hwctl": []}
    for _ in range(ROUNDS):
        results["relay"].append(measure(
            transitions, lambda path: start(f"{TOOLS}/key_relay", path), "bare key relay", "ready"))
        results["hwctl"].append(measure(
            transitions, lambda _: start(tester, "grab", KEYBOARD, "--", "ctrl+F9"), f"hwctl copy of {KEYBOARD}",
            "state 0 ready"))
    print(json.dumps(results), flush=True)


main()
