"""The lane itself: devices, sound and the speech relay are what the other cases take them for."""
import os
import socket
import struct
import subprocess
import tempfile
import time
import wave
from math import pi, sin

import evdev

from kernel.case import Skip, equal
from kernel.daemon import RELAY
from kernel.sound import Microphone
from kernel.uhid import Pedal


def case_pedal():
    """A pedal gives the three programmable buttons, and its nodes go with the plug."""
    with Pedal() as pedal:
        nodes = pedal.nodes()
        equal((len(nodes["event"]), len(nodes["hidraw"])), (1, 1), "nodes")
        device = evdev.InputDevice(f"/dev/input/{nodes['event'][0]}")
        for name in ("left", "center", "right"):
            pedal.press(name)
            pedal.release(name)
        seen = []
        while len(seen) < 6:
            event = device.read_one()
            if event is None:
                time.sleep(0.01)
            elif event.type == evdev.ecodes.EV_KEY:
                seen.append((event.code, event.value))
        equal(seen, [(code, value) for code in (256, 257, 258) for value in (1, 0)], "events")
        pedal.unplug()
        equal(pedal.nodes(), {"event": [], "hidraw": []}, "nodes")


def case_two_pedals():
    """Two pedals of one model have nodes of their own."""
    with Pedal(port="usb-test-1/input0") as first, Pedal(port="usb-test-2/input0") as second:
        equal(len({*first.nodes()["event"], *second.nodes()["event"]}), 2, "nodes")


def case_microphone():
    """What is played into the microphone is heard there, and it is open only while somebody records."""
    with tempfile.TemporaryDirectory(dir="/run") as folder, Microphone() as microphone:
        tone, heard = f"{folder}/tone.wav", f"{folder}/heard.wav"
        with wave.open(tone, "wb") as file:
            file.setparams((1, 2, 16000, 0, "NONE", ""))
            file.writeframes(b"".join(struct.pack("<h", int(12000 * sin(2 * pi * 440 * i / 16000)))
                                      for i in range(32000)))
        equal(microphone.is_open(), False, "open before")
        recorder = subprocess.Popen(["parec", "--latency-msec=30", "--device=microphone", "--rate=16000",
                                     "--channels=1", "--file-format=wav", heard], env=microphone.environment)
        time.sleep(1.5)
        equal(microphone.is_open(), True, "open during")
        microphone.play(tone, wait=True)
        time.sleep(1)
        recorder.send_signal(2)
        recorder.wait()
        equal(microphone.is_open(), False, "open after")
        with wave.open(heard) as file:
            samples = struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))
        crossings = sum(1 for a, b in zip(samples, samples[1:]) if a < 0 <= b)
        if not 850 <= crossings <= 890:
            raise AssertionError(f"440 Hz for 2 s crosses zero 880 times upwards, heard {crossings}")


class Relay:
    """The relay as a daemon starts it: a socket on descriptor 0."""

    def __init__(self):
        self.socket, theirs = socket.socketpair()
        self.process = subprocess.Popen([RELAY], stdin=theirs)
        theirs.close()
        self.socket.settimeout(20)
        self.lines = self.socket.makefile("rb")
        self.worker = self.lines.readline()

    def end(self):
        self.socket.close()
        self.lines.close()
        return self.process.wait(20)


def case_relay():
    """The speech relay brings a fresh worker each time, whole, and ends with it."""
    if os.path.basename(os.environ.get("HWCTL_VM_SPEECH", "")) != "echo-worker":
        raise Skip("start the lane with --speech Tests/vm/kernel/echo-worker")
    first = Relay()
    # Bytes of every value but the line feed, more than the port's buffers hold.
    block = bytes(value for value in range(256) if value != 10) * 1000 + b"\n"
    first.socket.sendall(block)
    equal(first.lines.readline() == block, True, "255,000 bytes back and the same")
    # Left in the port: no later relay may see it.
    first.socket.sendall(b"stale\n" * 1000)
    first.process.kill()
    first.end()

    second = Relay()
    equal(second.worker.startswith(b"worker "), True, "the first line is the worker's own")
    equal(second.worker != first.worker, True, "another worker")
    second.socket.sendall(b"hello\n")
    equal(second.lines.readline(), b"hello\n", "echo")
    second.socket.sendall(b"die\n")
    equal(second.lines.readline(), b"", "the end, when the worker has died")
    second.process.wait(20)

    third = Relay()
    equal(third.worker not in (first.worker, second.worker), True, "another worker")
    third.end()
