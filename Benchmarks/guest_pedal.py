#!/usr/bin/python3
"""guest_pedal.py TRANSITIONS [BUSY COMMAND...]: in the VM, a pedal through the floor and through hwctld, in turns.

BUSY COMMAND is run over and over beside it. Prints one line of JSON: for "relay" and "hwctld" a list of
{"lost", "wrong", "p50", "p95", "p99", "max"}, times in microseconds.
"""
import contextlib
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from daemon import TOOLS, Daemon

ROUNDS = 2
LIMIT_SECONDS = 30
PROFILES = {"schemaVersion": 1, "activeProfile": "bench", "profiles": [
    {"id": "bench", "name": "Benchmark", "devices": [{"match": {"model": "vec-infinity"}, "bindings": [
        {"control": "center", "mode": "momentary", "action": {"type": "keyboardShortcut", "keys": "F13"}}]}]}]}


def node(name):
    """The event node of the input device with this name; None while there is none."""
    for path in glob.glob("/sys/class/input/event*/device/name"):
        with open(path) as file:
            if file.read().strip() == name:
                return "/dev/input/" + path.split("/")[4]
    return None


def wait_until(condition, what):
    end = time.monotonic() + LIMIT_SECONDS
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come")
        time.sleep(0.05)
    subprocess.run(["udevadm", "settle"], check=True)
    return value


class Pedal:
    """press_to_key, from its plug on; it is pulled at the end of the context."""

    def __init__(self, transitions):
        self.process = subprocess.Popen([f"{TOOLS}/press_to_key", str(transitions)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "plugged\n":
            raise RuntimeError("the pedal could not be made")

    def measure(self, keyboard):
        """Presses and releases; what came of it on that keyboard."""
        output, _ = self.process.communicate(keyboard + "\n", timeout=200)
        words = output.split()
        if self.process.returncode != 0 or not words:
            raise RuntimeError(f"press_to_key failed: {output}")
        return dict(zip(words[::2], map(float, words[1::2])))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def through_relay(transitions):
    with Pedal(transitions) as pedal:
        source = wait_until(lambda: node("VEC  VEC USB Footpedal"), "the pedal's node")
        relay = subprocess.Popen([f"{TOOLS}/relay", source], stdout=subprocess.PIPE, text=True)
        try:
            if relay.stdout.readline() != "ready\n":
                raise RuntimeError("the relay did not start")
            return pedal.measure(wait_until(lambda: node("bare relay"), "the relay's keyboard"))
        finally:
            relay.kill()
            relay.wait()


def through_hwctld(transitions):
    # Under /run: the root's overlay lacks what databases and sockets may want.
    folder = tempfile.mkdtemp(prefix="b", dir="/run")
    with Daemon(f"{folder}/d", PROFILES) as daemon, Pedal(transitions) as pedal:
        daemon.wait_until(lambda: any(device["state"] == "ready" for device in daemon.status()["devices"]),
                          "hwctld does not take the pedal")
        return pedal.measure(wait_until(lambda: node("hwctl virtual keyboard"), "hwctld's keyboard"))


@contextlib.contextmanager
def busy(command):
    """Runs the command over and over; without one, nothing."""
    if not command:
        yield
        return
    loop = subprocess.Popen(["sh", "-c", 'while "$@"; do :; done', "busy", *command], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield
        if loop.poll() is not None:
            raise RuntimeError(f"the command beside it failed: {' '.join(command)}")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(loop.pid, signal.SIGKILL)
        loop.wait()


def main():
    transitions = int(sys.argv[1])
    results = {"relay": [], "hwctld": []}
    with busy(sys.argv[2:]):
        for _ in range(ROUNDS):
            results["relay"].append(through_relay(transitions))
            results["hwctld"].append(through_hwctld(transitions))
    print(json.dumps(results), flush=True)


main()
