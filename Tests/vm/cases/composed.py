"""The whole daemon with profiles and preferences of the case's own: what people do, and what comes of it."""
from evdev import ecodes as e

from kernel.case import equal
from kernel.daemon import Daemon, profile, shortcut
from kernel.desk import DICTATION, Desk, check_outcome
from kernel.keyboard import COPY, CTRL, F20, Keyboard, Listener, listed, nodes, wait_for_chords, wait_for_node
from kernel.node import held_by_hwctl, keyboards, wait_for_keys
from kernel.release import CHORD, CHORD_KEYS, HELD, check_let_go, check_taken_again
from kernel.uhid import Pedal

def case_keyboard_chord():
    """A chord of a listed keyboard, observed or grabbed, holds its Action until a key of it or the plug goes."""
    for mode in ("observe", "grab"):
        with Keyboard(repeats=False) as keyboard, Keyboard("Other", product=0x1235, repeats=False) as other, \
                Daemon(profile(chords=[CHORD]), listed(keyboard, mode)) as daemon, \
                Listener(wait_for_node(COPY + keyboard.name) if mode == "grab" else keyboard.node) as desktop:
            wait_for_chords(daemon)
            other.tap(CTRL, F20)
            for _ in range(2):
                keyboard.press(CTRL, F20)
                wait_for_keys(daemon, CHORD_KEYS)
                keyboard.release(F20, CTRL)
                wait_for_keys(daemon, set())
            chord = [(CTRL, 1), (F20, 1), (F20, 0), (CTRL, 0)]
            equal(desktop.keys(), 2 * [key for key in chord if mode == "observe" or key[0] == CTRL], f"desktop, {mode}")
            keyboard.press(CTRL, F20)
            wait_for_keys(daemon, CHORD_KEYS)
            keyboard.unplug()
            wait_for_keys(daemon, set())
            equal(daemon.status()["activeActions"], [], "active Actions")


def case_hold_or_latch():
    """Hold or latch: a long press is one dictation, a short one none, and two short ones last until the next press."""
    binding = {"control": "center", "mode": "holdOrLatch", "action": DICTATION}
    with Desk(profiles=profile(binding), options=["--route", "file:/run/hwctl-typed"]) as desk:
        check_outcome(desk.wait_until_ready().dictate(), "delivered")

        def tap():
            desk.pedal.press("center")
            desk.pedal.release("center")
        tap()
        last = desk.daemon.wait_for(lambda: (last := desk.daemon.status()["lastSession"])["id"] != desk.last and last,
                                    what="the end of the short press")
        equal(last["outcome"], "cancelled", "outcome of a short press")
        desk.last = last["id"]
        tap()
        tap()
        desk.daemon.wait_for_phase("listening")
        desk.speak()  # three seconds, in which nothing is held
        equal((desk.daemon.status()["phase"], desk.daemon.status()["activeActions"]), ("listening", ["localDictation"]),
              "after two short presses")
        tap()
        check_outcome(desk.ended(), "delivered")


def case_press_twice_or_long():
    """A single press, a double press and a long hold each press their own keys, and no other."""
    binding = {"control": "left", "mode": "hold", "action": shortcut("F13"), "doublePress": shortcut("ctrl+F14"),
               "longHold": shortcut("F15")}
    with Pedal() as pedal, Daemon(profile(binding)) as daemon, Listener(f"/dev/input/{keyboards()[0]}") as listener:
        daemon.wait_for_device()
        pedal.press("left")
        pedal.release("left")
        listener.wait_for(2)
        equal(listener.keys(), [(e.KEY_F13, 1), (e.KEY_F13, 0)], "single press")
        for _ in range(2):
            pedal.press("left")
            pedal.release("left")
        listener.wait_for(2)
        keys = listener.keys()
        equal(sorted(keys), sorted([(CTRL, 1), (e.KEY_F14, 1), (e.KEY_F14, 0), (CTRL, 0)]), "double press")
        equal(keys.index((CTRL, 1)) < keys.index((e.KEY_F14, 1)), True, "the modifier comes first")
        pedal.press("left")
        listener.wait_for(1)
        equal(held_by_hwctl(), ["KEY_F15"], "long hold")
        pedal.release("left")
        equal(listener.keys(), [(e.KEY_F15, 1), (e.KEY_F15, 0)], "long hold")


def case_panic():
    """All controls held, or “hwctl panic”, let go of keys and pedal until “hwctl panic --resume”."""
    latch = {"chord": "ctrl+F20", "mode": "toggle", "action": shortcut("shift+F16")}
    with Pedal() as pedal, Keyboard(repeats=False) as keyboard, \
            Daemon(profile(*HELD, chords=[latch]), listed(keyboard, "grab")) as daemon:
        for panic in (lambda: pedal.press("left", "center", "right"), lambda: daemon.hwctl("panic")):
            daemon.wait_for_device()
            wait_for_chords(daemon)
            keyboard.tap(CTRL, F20)
            wait_for_keys(daemon, {"KEY_LEFTSHIFT", "KEY_F16"})
            panic()
            check_let_go(daemon, pedal)
            equal(nodes(COPY + keyboard.name), [], "copies of the keyboard")
            begin = daemon.hwctl("begin", "localDictation", check=False)
            equal((begin.returncode, "panic --resume" in begin.stderr), (1, True), f"begin: {begin.stderr!r}")
            daemon.hwctl("panic", "--resume")
            check_taken_again(daemon, pedal)


def case_two_pedals():
    """Two pedals of one model in two ports work beside each other, each by its own bindings."""
    unit = {"05f3:00ff@usb-test-2": {"control": "left", "mode": "hold", "action": shortcut("F14")}}
    with Pedal(port="usb-test-1/input0") as first, Pedal(port="usb-test-2/input0") as second, \
            Daemon(profile(HELD[0], units=unit)) as daemon:
        daemon.wait_for(lambda: [device["id"] for device in daemon.status()["devices"] if device["state"] == "ready"]
                        == ["05f3:00ff@usb-test-1", "05f3:00ff@usb-test-2"], what="both pedals")
        first.press("left")
        wait_for_keys(daemon, {"KEY_F13"})
        second.press("left")
        wait_for_keys(daemon, {"KEY_F13", "KEY_F14"})
        first.unplug()
        wait_for_keys(daemon, {"KEY_F14"})
        second.release("left")
        wait_for_keys(daemon, set())


def case_listed_by_mistake():
    """A mouse, a pedal and a keyboard that is not there, listed as keyboards, are each told, and the right one works."""
    with Pedal() as pedal, Keyboard("Some Mouse", keys=[e.BTN_LEFT, e.BTN_RIGHT], mouse=True), \
            Keyboard(repeats=False) as keyboard:
        preferences = {"schemaVersion": 2, "keyboards": [
            {"name": "Some Mouse"}, {"product": "05f3:00ff", "mode": "grab"}, {"name": "Lost"}, {"name": keyboard.name}]}
        with Daemon(profile(HELD[0], chords=[CHORD]), preferences) as daemon:
            daemon.wait_for_device()
            for expected in ("“Some Mouse” has no keys of a keyboard", "is a device whose controls hwctl binds already",
                             "No keyboard “Lost” is plugged in"):
                daemon.wait_for(lambda: expected in daemon.component("keyboards")["detail"], what=expected)
            equal(daemon.component("keyboards")["ready"], False, "keyboards ready")
            keyboard.press(CTRL, F20)
            wait_for_keys(daemon, CHORD_KEYS)
            keyboard.release(F20, CTRL)
            wait_for_keys(daemon, set())
            pedal.press("left")
            wait_for_keys(daemon, {"KEY_F13"})
