"""More comes than the kernel keeps for a reader that stands still: whatever is lost, nothing stays pressed."""
from kernel import console
from kernel.case import equal, equal_lists
from kernel.daemon import Daemon, profile
from kernel.device import Device
from kernel.keyboard import COPY, CTRL, F20, Keyboard, listed, nodes, wait_for_chords
from kernel.monitor import EMPTY, Monitor, ready
from kernel.node import wait_for_keys
from kernel.release import CHORD, CHORD_KEYS, HELD
from kernel.uhid import Pedal

# Reports that the kernel keeps for a reader of hidraw: HIDRAW_BUFFER_SIZE, less one. The newest are lost.
RING = 63
# More events than the kernel keeps for a reader of evdev, where the oldest are lost and SYN_DROPPED tells it.
TAPS = 128


def case_hidraw():
    """After an overflow of a hidraw ring the device's answer counts, and without an answer nothing stays pressed."""
    with Daemon(EMPTY) as daemon:
        monitor = Monitor(daemon)
        # The device's answer, and what comes of it: the last report that was kept has the left pedal down.
        for state, expected in (("00", ["release left"]), ("02", ["press right", "release left"]),
                                (None, ["release left"])):
            with Device("grundig", 0x15D8, 0x0024, state=state) as device:
                ready(daemon, "grundig-digta")
                daemon.pause()
                for number in range(RING + 10):
                    device.report("00" if number % 2 else "04")
                daemon.go_on()
                if state:
                    equal(device.answer(), True, "hwctld asks for the state")
                equal_lists(monitor.next(RING), ["release left" if number % 2 else "press left" for number in range(RING)],
                            "events of the reports that were kept")
                # Without an answer the kernel gives up after 5 s.
                equal(sorted(monitor.next(len(expected))), expected, f"state {state}")
                device.report("01")
                released = ["release right"] if state == "02" else []
                equal(sorted(monitor.next(1 + len(released))), ["press center", *released], "the next report")
                device.report("00")
                equal(monitor.next(1), ["release center"], "the next report")


def case_evdev():
    """After an overflow of an evdev queue the pedal's keys are those that are down, and no other."""
    with Pedal() as pedal, Daemon(profile(*HELD)) as daemon:
        daemon.wait_for_device()
        pedal.press("left")
        wait_for_keys(daemon, {"KEY_F13"})
        for down, keys in (("center", {"KEY_F14"}), (None, set())):
            daemon.pause()
            for _ in range(TAPS):
                pedal.report(4)
                pedal.report(0)
            if down:
                pedal.press(down)
            daemon.go_on()
            wait_for_keys(daemon, keys)
        pedal.press("left")
        wait_for_keys(daemon, {"KEY_F13"})


def case_keyboard():
    """After an overflow of a listed keyboard's queue its chord is as its keys are, and its copy has no key down."""
    for mode in ("observe", "grab"):
        with Keyboard(repeats=False) as keyboard, \
                Daemon(profile(chords=[CHORD]), listed(keyboard, mode)) as daemon:
            wait_for_chords(daemon)
            keyboard.press(CTRL, F20)
            wait_for_keys(daemon, CHORD_KEYS)
            daemon.pause()
            keyboard.release(F20)
            for _ in range(TAPS):
                keyboard.tap(F20)
            keyboard.release(CTRL)
            daemon.go_on()
            wait_for_keys(daemon, set())
            for node in nodes(COPY + keyboard.name):
                daemon.wait_for(lambda: not console.held_keys(node.rsplit("/")[-1]), what="no key down on the copy")
            wait_for_chords(daemon)
            keyboard.press(CTRL, F20)
            wait_for_keys(daemon, CHORD_KEYS)
