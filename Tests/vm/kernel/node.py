"""Event nodes as other programs see them."""
import glob
import os
import time

import evdev

from kernel import console

KEYBOARD = "hwctl virtual keyboard"


class Reader:
    """Another program that reads the event node of a pedal; usable as a context."""

    def __init__(self, pedal, limit=10):
        end = time.monotonic() + limit
        while not (names := pedal.nodes()["event"]):
            if time.monotonic() > end:
                raise TimeoutError("the pedal got no event node")
            time.sleep(0.02)
        self.device = evdev.InputDevice(f"/dev/input/{names[0]}")

    def next_key(self, limit=10):
        """The next key event as (name, value); None when there is none in time."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            event = self.device.read_one()
            if event is None:
                time.sleep(0.005)
            elif event.type == evdev.ecodes.EV_KEY:
                name = evdev.ecodes.keys.get(event.code) or evdev.ecodes.BTN[event.code]
                # Some codes have several names.
                return (name if isinstance(name, str) else next(n for n in name if n[-1].isdigit())), event.value
        return None

    def close(self):
        self.device.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def keyboards():
    """The event nodes of hwctl's virtual keyboards."""
    found = []
    for path in glob.glob("/sys/class/input/event*/device/name"):
        try:
            with open(path) as file:
                if file.read().strip() == KEYBOARD:
                    found.append(path.split("/")[4])
        except OSError:
            pass  # gone since
    return found


def held_by_hwctl():
    """The names of the keys that are down on the virtual keyboard."""
    names = []
    for node in keyboards():
        try:
            names += [evdev.ecodes.KEY[code] for code in console.held_keys(node)]
        except OSError:
            pass  # gone since, and its keys with it
    return names


def wait_for_keys(daemon, keys):
    """Until exactly these keys are down on the virtual keyboard."""
    daemon.wait_for(lambda: set(held_by_hwctl()) == keys, 10, f"{keys or 'no key'} down, but {held_by_hwctl()}")
