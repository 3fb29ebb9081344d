"""Keyboards made through /dev/uinput, what a desktop reads of them, and the keyboard thread alone (keyboard-tester)."""
import fcntl
import glob
import os
import queue
import re
import select
import struct
import subprocess
import threading
import time

import evdev
from evdev import ecodes as e

from kernel.daemon import BUILD

EVENT = struct.Struct("qqHHi")
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_RELBIT = 0x40045564, 0x40045565, 0x40045566
UI_SET_MSCBIT, UI_SET_LEDBIT = 0x40045568, 0x40045569
UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x5501, 0x5502
COPY = "hwctl copy of "
CTRL, SHIFT, F9 = e.KEY_LEFTCTRL, e.KEY_LEFTSHIFT, e.KEY_F9
# The console has no character for it, so that none lies in the buffer of a terminal that nobody reads.
F20 = e.KEY_F20


class Keyboard:
    """A plugged in keyboard; usable as a context, which pulls its plug."""

    def __init__(self, name="Acme Keyboard", product=0x1234, keys=range(1, 248), mouse=False, repeats=True):
        self.name = name
        self.descriptor = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        bits = [(UI_SET_EVBIT, e.EV_KEY)] + [(UI_SET_KEYBIT, code) for code in keys]
        if mouse:
            bits += [(UI_SET_EVBIT, e.EV_REL), (UI_SET_RELBIT, e.REL_X), (UI_SET_RELBIT, e.REL_Y)]
        else:
            bits += [(UI_SET_EVBIT, e.EV_MSC), (UI_SET_MSCBIT, e.MSC_SCAN), (UI_SET_EVBIT, e.EV_LED)]
            bits += [(UI_SET_LEDBIT, code) for code in (e.LED_NUML, e.LED_CAPSL, e.LED_SCROLLL)]
        if repeats and not mouse:
            bits.append((UI_SET_EVBIT, e.EV_REP))
        for request, code in bits:
            fcntl.ioctl(self.descriptor, request, code)
        setup = struct.pack("HHHH80sI", e.BUS_USB, 0x1209, product, 1, name.encode(), 0)
        fcntl.ioctl(self.descriptor, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.descriptor, UI_DEV_CREATE)
        self.node = wait_for_node(name)

    def frame(self, *events):
        """Writes events (type, code, value) and the end of their frame."""
        os.write(self.descriptor, b"".join(EVENT.pack(0, 0, *event) for event in (*events, (0, 0, 0))))

    def key(self, code, value):
        """A transition as a real keyboard gives it: scan code first, none with a repeat."""
        scan = () if value == 2 else ((e.EV_MSC, e.MSC_SCAN, 0x70000 + code),)
        self.frame(*scan, (e.EV_KEY, code, value))

    def press(self, *codes):
        for code in codes:
            self.key(code, 1)

    def release(self, *codes):
        for code in codes:
            self.key(code, 0)

    def tap(self, *codes):
        self.press(*codes)
        self.release(*reversed(codes))

    def lights(self, limit=5):
        """The next light that is set on it, as (code, value); None when there is none in time."""
        end = time.monotonic() + limit
        while (rest := end - time.monotonic()) > 0 and select.select([self.descriptor], [], [], rest)[0]:
            data = os.read(self.descriptor, EVENT.size)
            _, _, kind, code, value = EVENT.unpack(data)
            if kind == e.EV_LED:
                return code, value
        return None

    def unplug(self):
        if self.descriptor is not None:
            fcntl.ioctl(self.descriptor, UI_DEV_DESTROY)
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()


def nodes(name):
    """The event nodes of all devices with this name."""
    found = []
    for path in glob.glob("/sys/class/input/event*/device/name"):
        try:
            with open(path) as file:
                if file.read().strip() == name:
                    found.append("/dev/input/" + path.split("/")[4])
        except OSError:
            pass  # gone since
    return found


def wait_for_node(name, limit=10):
    end = time.monotonic() + limit
    while not (found := [node for node in nodes(name) if os.path.exists(node)]):
        if time.monotonic() > end:
            raise TimeoutError(f"there is no device {name!r}")
        time.sleep(0.01)
    subprocess.run(["udevadm", "settle"], check=True)
    return found[0]


def listed(keyboard, mode):
    """The preferences of a user who has listed this keyboard."""
    return {"schemaVersion": 2, "keyboards": [{"name": keyboard.name, "mode": mode}]}


def wait_for_chords(daemon):
    """Until hwctld reads chords from the one listed keyboard."""
    daemon.wait_for(lambda: "from 1 of" in daemon.component("keyboards")["detail"], what="a keyboard that is read")


class Listener:
    """A program that reads a keyboard, as a desktop does: all its events with the time of their reading, in a thread."""

    def __init__(self, node):
        self.device = evdev.InputDevice(node)
        self.frames = queue.Queue()
        self.stopping = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        frame = []
        try:
            while not self.stopping:
                if not select.select([self.device.fd], [], [], 0.05)[0]:
                    continue
                for event in self.device.read():
                    if event.type == e.EV_SYN and event.code == e.SYN_REPORT:
                        if frame:
                            self.frames.put((time.monotonic(), tuple(frame)))
                        frame = []
                    elif event.type != e.EV_LED:
                        # Lights are the desktop's and the console's own doing.
                        frame.append((event.type, event.code, event.value))
        except OSError:
            pass  # the plug was pulled

    def take(self, quiet=0.5):
        """All frames, without lights, until nothing has come for so many seconds."""
        found = []
        try:
            while True:
                found.append(self.frames.get(timeout=quiet)[1])
        except queue.Empty:
            return found

    def keys(self, quiet=0.5):
        """The key events of `take`, as (code, value)."""
        return [(code, value) for frame in self.take(quiet) for kind, code, value in frame if kind == e.EV_KEY]

    def light(self, code, value):
        """Sets a light, with the end of its frame, as desktops and the kernel's console do."""
        os.write(self.device.fd, EVENT.pack(0, 0, e.EV_LED, code, value) + EVENT.pack(0, 0, 0, 0, 0))

    def wait_for(self, frames, limit=20):
        """Until so many frames are there that were not taken; what comes faster than it is read is lost."""
        end = time.monotonic() + limit
        while self.frames.qsize() < frames:
            if time.monotonic() > end:
                raise TimeoutError(f"{self.frames.qsize()} of {frames} frames came")
            time.sleep(0.002)

    def close(self):
        self.stopping = True
        self.thread.join()
        self.device.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Tester:
    """keyboard-tester; usable as a context, which stops it. What it was told comes as lines."""

    def __init__(self, *words, user=None):
        self.process = subprocess.Popen([f"{BUILD}/keyboard-tester", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1, user=user)
        self.lines = queue.Queue()
        self.seen = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def settle(self, command):
        """Gives a command and returns when it has taken effect."""
        self.say(command)
        # The first answer may come in the same round as the command, just before it.
        self.bytes_read()
        self.bytes_read()

    def wait_for(self, pattern, limit=20):
        """The next line that fits; lines before it are passed over."""
        end = time.monotonic() + limit
        while (rest := end - time.monotonic()) > 0:
            try:
                line = self.lines.get(timeout=rest)
            except queue.Empty:
                break
            self.seen.append(line)
            if re.search(pattern, line):
                return line
        raise TimeoutError(f"no line {pattern!r} came; these did: {self.seen}")

    def chords(self, quiet=0.5):
        """What came of chords until nothing has come for so many seconds: "ctrl+F9 down"."""
        found = []
        try:
            while True:
                words = self.lines.get(timeout=quiet).split(" ")
                if words[0] == "chord":
                    found.append(" ".join(words[1:3]))
        except queue.Empty:
            return found

    def bytes_read(self):
        self.say("bytes")
        return int(self.wait_for("^bytes").split(" ")[1])

    def stop(self):
        if self.process.poll() is None:
            try:
                self.say("stop")
                self.process.wait(10)
            except (BrokenPipeError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Grabbed:
    """A keyboard through keyboard-tester, read by a listener on its copy; usable as a context."""

    def __init__(self, *chords, keyboard=None):
        self.keyboard = keyboard or Keyboard()
        self.tester = Tester("grab", self.keyboard.name, "--", *chords)
        self.listener = Listener(wait_for_node(COPY + self.keyboard.name))
        self.tester.wait_for("state 0 ready")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tester.stop()
        self.listener.close()
        self.keyboard.unplug()
