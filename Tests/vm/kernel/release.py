"""What holds when hwctld has let go of everything, and when it has taken it again."""
from kernel.case import equal
from kernel.daemon import shortcut
from kernel.node import Reader, held_by_hwctl, wait_for_keys

HELD = [{"control": control, "mode": "hold", "action": shortcut(keys)}
        for control, keys in (("left", "F13"), ("center", "F14"), ("right", "F15"))]

CHORD = {"chord": "ctrl+F20", "mode": "hold", "action": shortcut("shift+F13")}
CHORD_KEYS = {"KEY_LEFTSHIFT", "KEY_F13"}


def check_let_go(daemon, pedal):
    """No key is down, no Action is active, and another program gets the pedal's events, from this press on."""
    wait_for_keys(daemon, set())
    daemon.wait_for(lambda: not daemon.status()["devices"], what="no device")
    equal(daemon.status()["activeActions"], [], "active Actions")
    equal(daemon.component("session")["ready"], False, "session ready")
    with Reader(pedal) as reader:
        pedal.report(0)
        pedal.press("left")
        while (event := reader.next_key()) != ("BTN_0", 1):
            if event is None:
                raise AssertionError("another program does not get the press")
        pedal.release("left")
        equal(reader.next_key(), ("BTN_0", 0), "what another program gets")
    equal(held_by_hwctl(), [], "keys down after a press that is not ours")


def check_taken_again(daemon, pedal):
    daemon.wait_for_device()
    equal(daemon.component("session")["ready"], True, "session ready")
    pedal.press("left")
    wait_for_keys(daemon, {"KEY_F13"})
    pedal.release("left")
    wait_for_keys(daemon, set())
