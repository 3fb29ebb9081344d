"""Keyboard chords from evdev keyboards: what is read, what is passed on, and who gets the keyboard back."""
import os
import random
import signal
import time

from evdev import ecodes as e

from kernel.case import equal, equal_lists
from kernel.keyboard import COPY, CTRL, F9, SHIFT, Grabbed, Keyboard, Listener, Tester, nodes, wait_for_node

LETTERS = [e.KEY_A, e.KEY_B, e.KEY_C, e.KEY_D, e.KEY_E, e.KEY_SPACE, e.KEY_1, e.KEY_ENTER]

# Without KEY_SYSRQ, with which the kernel's console can do anything.
ALL = [code for code in range(1, 248) if code != e.KEY_SYSRQ]


def scanned(code, value):
    """The frame of a transition; a repeat has no scan code."""
    return (*(() if value == 2 else ((e.EV_MSC, e.MSC_SCAN, 0x70000 + code),)), (e.EV_KEY, code, value))


def typing(generator, count):
    """So many transitions (code, value), overlapping as people type: up to three keys are down, and some repeat.

    Also the keys that are still down at the end.
    """
    plan, down = [], []
    for _ in range(count):
        choice = generator.random()
        if down and (len(down) == 3 or choice < 0.45):
            plan.append((down.pop(generator.randrange(len(down))), 0))
        elif down and choice < 0.6:
            plan.append((generator.choice(down), 2))
        else:
            down.append(generator.choice([code for code in ALL if code not in down and code != F9]))
            plan.append((down[-1], 1))
    return plan, down


def case_pass_through():
    """2,000 random keys at 200 a second come through a grabbed keyboard complete, in order, with scan codes."""
    plan, left = typing(random.Random(20261130), 2000)
    with Grabbed("ctrl+F9", keyboard=Keyboard(repeats=False)) as grabbed:
        start = time.monotonic()
        for number, key in enumerate(plan):
            time.sleep(max(0, start + number / 200 - time.monotonic()))
            grabbed.keyboard.key(*key)
        took = time.monotonic() - start
        grabbed.keyboard.release(*left)
        equal_lists(grabbed.listener.take(), [scanned(*key) for key in plan + [(code, 0) for code in left]],
                    "frames that arrived")
        print(f"        2,000 transitions in {took:.1f} s")


def case_repeat():
    """The kernel's auto-repeat of a held key comes through once, not doubled and not lost."""
    with Grabbed("ctrl+F9") as grabbed, Listener(grabbed.keyboard.node) as other:
        grabbed.keyboard.press(e.KEY_A)
        time.sleep(1.3)
        grabbed.keyboard.release(e.KEY_A)
        values = [value for _, value in grabbed.listener.keys()]
        equal((values[0], values[-1], set(values[1:-1])), (1, 0, {2}), "press, release, and what is between")
        # 250 ms, then every 33 ms: 31; a busy machine is late, never early.
        if not 15 <= len(values) - 2 <= 33:
            raise AssertionError(f"{len(values) - 2} repeats in 1.3 s")
        equal(other.keys(0.2), [], "what another reader of the grabbed keyboard got")


def case_swallow():
    """Of a chord only its key is withheld, press, repeat and release; all else arrives as typed."""
    with Grabbed("ctrl+F9", keyboard=Keyboard(repeats=False)) as grabbed:
        keyboard = grabbed.keyboard
        keyboard.tap(e.KEY_A)
        keyboard.press(CTRL, F9)
        keyboard.key(F9, 2)
        keyboard.press(SHIFT)
        keyboard.release(F9, SHIFT)
        keyboard.press(F9)
        keyboard.release(CTRL, F9)
        keyboard.tap(F9)
        keyboard.tap(CTRL, SHIFT, F9)
        expected = [(e.KEY_A, 1), (e.KEY_A, 0), (CTRL, 1), (SHIFT, 1), (SHIFT, 0), (CTRL, 0), (F9, 1), (F9, 0),
                    (CTRL, 1), (SHIFT, 1), (F9, 1), (F9, 0), (SHIFT, 0), (CTRL, 0)]
        frames = grabbed.listener.take()
        equal(frames, [scanned(*key) for key in expected], "frames that arrived")
        equal(grabbed.tester.chords(), ["ctrl+F9 down", "ctrl+F9 up"] * 2, "chords")
        # A chord that comes and goes while its key is down.
        keyboard.press(CTRL, e.KEY_F8)
        time.sleep(0.2)
        grabbed.tester.settle("chords ctrl+F8")
        keyboard.release(e.KEY_F8)
        keyboard.press(e.KEY_F8)
        time.sleep(0.2)
        grabbed.tester.say("chords ctrl+F7")
        equal(grabbed.tester.chords(), ["ctrl+F8 down", "ctrl+F8 up"], "chords that were changed")
        keyboard.release(e.KEY_F8, CTRL)
        equal(grabbed.listener.keys(), [(CTRL, 1), (e.KEY_F8, 1), (e.KEY_F8, 0), (CTRL, 0)], "keys")


def case_lights():
    """A light that the desktop sets on the copy shines on the real keyboard, and typing does not lose it."""
    with Grabbed("ctrl+F9") as grabbed:
        for value in (1, 0):
            for _ in range(20):
                grabbed.keyboard.tap(e.KEY_A)
            grabbed.listener.light(e.LED_CAPSL, value)
            equal(grabbed.keyboard.lights(), (e.LED_CAPSL, value), "light")


def case_kill():
    """kill -9 while a key is down through the grab gives the keyboard back, and no key stays down."""
    with Grabbed("ctrl+F9", keyboard=Keyboard(repeats=False)) as grabbed, Listener(grabbed.keyboard.node) as desktop:
        grabbed.keyboard.press(e.KEY_A)
        equal(grabbed.listener.keys(), [(e.KEY_A, 1)], "through the copy")
        grabbed.tester.process.send_signal(signal.SIGKILL)
        grabbed.tester.process.wait()
        grabbed.keyboard.release(e.KEY_A)
        equal(nodes(COPY + grabbed.keyboard.name), [], "copies after the kill")
        desktop.take(0.2)
        grabbed.keyboard.tap(e.KEY_B)
        equal(desktop.keys(), [(e.KEY_B, 1), (e.KEY_B, 0)], "from the keyboard itself after the kill")


def case_stall():
    """When the loop stalls for a second the watchdog gives the keyboard back, and it is taken again afterwards."""
    with Grabbed("ctrl+F9", keyboard=Keyboard(repeats=False)) as grabbed, Listener(grabbed.keyboard.node) as desktop:
        grabbed.keyboard.tap(e.KEY_A)
        equal(grabbed.listener.keys(), [(e.KEY_A, 1), (e.KEY_A, 0)], "before the stall")
        grabbed.keyboard.press(CTRL)
        start = time.monotonic()
        grabbed.tester.say("stall 3000")
        while desktop.frames.empty():
            grabbed.keyboard.tap(e.KEY_B)
            time.sleep(0.02)
            if time.monotonic() - start > 2.5:
                raise AssertionError("the keyboard did not come back while the loop was stalled")
        took = time.monotonic() - start
        print(f"        given back after {took:.2f} s")
        if not 0.95 <= took <= 2:
            raise AssertionError(f"given back after {took:.2f} s")
        while nodes(COPY + grabbed.keyboard.name):
            if time.monotonic() - start > 2.8:
                raise AssertionError("the copy is still there during the stall")
            time.sleep(0.02)
        grabbed.keyboard.release(CTRL)
        grabbed.tester.wait_for("state 0 starting")
        with Listener(wait_for_node(COPY + grabbed.keyboard.name)) as listener:
            grabbed.tester.wait_for("state 0 ready")
            desktop.take(0.2)
            grabbed.keyboard.tap(e.KEY_C)
            equal(listener.keys(), [(e.KEY_C, 1), (e.KEY_C, 0)], "through the new copy")
            equal(desktop.keys(0.2), [], "from the keyboard itself")


def case_starve():
    """A stall of less than a second ends nothing, and what was typed in it arrives."""
    with Grabbed("ctrl+F9", keyboard=Keyboard(repeats=False)) as grabbed:
        for _ in range(3):
            grabbed.tester.say("stall 700")
            time.sleep(0.1)
            grabbed.keyboard.tap(e.KEY_B)
            equal(grabbed.listener.keys(1), [(e.KEY_B, 1), (e.KEY_B, 0)], "after the stall")


def case_observe():
    """In observe mode the kernel gives hwctl the keys of the chords and the modifiers, and not one byte of other keys."""
    with Keyboard(repeats=False) as keyboard, Listener(keyboard.node) as desktop:
        # Before the start too: nothing of it may be read later.
        for code in LETTERS:
            keyboard.tap(code)
        with Tester("observe", keyboard.name, "--", "ctrl+F9", "F8") as tester:
            tester.wait_for("state 0 ready")
            equal(tester.bytes_read(), 0, "bytes at the start")
            generator = random.Random(1)
            # 84 is XKB's name for "the key of level 3", on which no real keyboard has a key: a modifier as well.
            others = [code for code in ALL
                      if code not in (F9, e.KEY_F8, CTRL, SHIFT, e.KEY_RIGHTCTRL, e.KEY_RIGHTSHIFT, e.KEY_LEFTALT,
                                      e.KEY_RIGHTALT, e.KEY_LEFTMETA, e.KEY_RIGHTMETA, 84)]
            for number in range(1, 501):
                keyboard.tap(generator.choice(others))
                if number % 8 == 0:
                    desktop.wait_for(2 * (len(LETTERS) + number))
            equal(len(desktop.keys()), 2 * (len(LETTERS) + 500), "key events of the desktop")
            equal(tester.bytes_read(), 0, "bytes after 500 other keys")
            keyboard.tap(CTRL, F9)
            keyboard.tap(e.KEY_A)
            keyboard.tap(e.KEY_F8)
            equal(tester.chords(), ["ctrl+F9 down", "ctrl+F9 up", "F8 down", "F8 up"], "chords")
            # Six transitions of 24 bytes, each with the end of its frame; no scan codes.
            equal(tester.bytes_read(), 6 * 48, "bytes of the chords' keys")
            equal(len(desktop.keys(0.2)), 8, "the desktop gets the chords as well")
            tester.settle("chords F7")
            keyboard.tap(e.KEY_F8)
            equal(tester.chords(), [], "a chord that is none any more")
            equal(tester.bytes_read(), 6 * 48, "bytes of keys that are in no chord any more")


def case_unplug():
    """Unplugging a keyboard while its chord is held ends the chord, in both modes; plugged in again it works."""
    for mode in ("observe", "grab"):
        with Tester(mode, "Acme Keyboard", "--", "ctrl+F9") as tester:
            tester.wait_for("state 0 missing")
            for _ in range(2):
                with Keyboard() as keyboard:
                    listener = Listener(wait_for_node(COPY + keyboard.name)) if mode == "grab" else None
                    tester.wait_for("state 0 ready")
                    keyboard.press(CTRL, F9)
                    tester.wait_for("chord ctrl.F9 down")
                    keyboard.unplug()
                    tester.wait_for("chord ctrl.F9 up")
                    tester.wait_for("state 0 missing")
                    if listener:
                        listener.close()


def case_two_keyboards():
    """Two keyboards, one grabbed and one observed, have chords of their own; the same chord may be held on both."""
    with Keyboard("One", repeats=False) as one, Keyboard("Two", product=0x1235, repeats=False) as two, \
            Tester("grab", "One", "observe", "Two", "--", "ctrl+F9") as tester, \
            Listener(wait_for_node(COPY + "One")) as listener:
        tester.wait_for("state 0 ready")
        one.press(CTRL)
        two.press(F9)
        equal(tester.chords(), [], "modifier on one, key on the other")
        two.release(F9)
        two.press(CTRL, F9)
        first = tester.wait_for("chord ctrl.F9 down")
        one.press(F9)
        second = tester.wait_for("chord ctrl.F9 down")
        if first == second:
            raise AssertionError(f"both have the source of {first!r}")
        one.release(F9, CTRL)
        equal(tester.wait_for("chord ctrl.F9 up"), second.replace("down", "up"), "the one that ended")
        two.release(F9, CTRL)
        equal(tester.wait_for("chord ctrl.F9 up"), first.replace("down", "up"), "the other one")
        equal(listener.keys(), [(CTRL, 1), (CTRL, 0)], "through the copy")


def case_grab_waits():
    """A keyboard is not grabbed while a key is down, while nobody reads its copy, or while another program has it."""
    with Keyboard(repeats=False) as keyboard, Listener(keyboard.node) as desktop:
        keyboard.press(e.KEY_A)
        with Tester("grab", keyboard.name, "--", "ctrl+F9") as tester:
            tester.wait_for("state 0 notRead")
            with Listener(wait_for_node(COPY + keyboard.name)) as listener:
                tester.wait_for("state 0 keysHeld")
                keyboard.tap(e.KEY_B)
                keyboard.release(e.KEY_A)
                tester.wait_for("state 0 ready")
                equal(desktop.keys(), [(e.KEY_A, 1), (e.KEY_B, 1), (e.KEY_B, 0), (e.KEY_A, 0)], "from the keyboard itself")
                equal(listener.keys(0.2), [], "through the copy")
                # Suspended, a held key comes up on the copy; the keyboard is the desktop's.
                keyboard.press(e.KEY_C)
                equal(listener.keys(0.2), [(e.KEY_C, 1)], "through the copy")
                tester.say("suspend")
                tester.wait_for("state 0 suspended")
                keyboard.release(e.KEY_C)
                keyboard.tap(e.KEY_D)
                if (e.KEY_D, 1) not in desktop.keys():
                    raise AssertionError("suspended, the desktop does not get the keyboard")
                equal(nodes(COPY + keyboard.name), [], "copies while suspended")
                desktop.device.grab()
                tester.say("resume")
                with Listener(wait_for_node(COPY + keyboard.name)):
                    line = tester.wait_for("state 0 busy.*python3")
                    if str(os.getpid()) not in line:
                        raise AssertionError(f"the holder is not named: {line!r}")
                    desktop.device.ungrab()
                    tester.wait_for("state 0 ready")


def case_listed_by_mistake():
    """A mouse, a pedal of hwctl, a keyboard listed twice or missing, and a keyboard without permission are each told."""
    with Keyboard("Some Mouse", keys=[e.BTN_LEFT, e.BTN_RIGHT], mouse=True), Keyboard("Pedal", product=0xbeef), \
            Keyboard("Keys") as keys, \
            Tester("--driven", "1209:beef", "observe", "Some Mouse", "grab", "Pedal", "observe", "Keys", "grab", "Keys",
                   "grab", "Nothing", "--", "ctrl+F9", "ctrl+hyphenation", "Control+F9", "F8") as tester:
        tester.wait_for("state 2 ready")
        lines = []
        while not tester.lines.empty():
            lines.append(tester.lines.get())
        text = "\n".join(tester.seen + lines)
        for expected in ("state 0 notAKeyboard", "state 1 driven", "state 3 listedTwice", "state 4 missing",
                         "“ctrl+hyphenation” has a key", "“ctrl+F9” is the same keys as “ctrl+F9”"):
            if expected not in text:
                raise AssertionError(f"{expected!r} is not in\n{text}")
        keys.tap(CTRL, F9)
        keys.tap(e.KEY_F8)
        equal(tester.chords(), ["ctrl+F9 down", "ctrl+F9 up", "F8 down", "F8 up"], "chords that are left")
        with Tester("grab", "Keys", "--", "F8", user=65534) as other:
            other.wait_for("state 0 permissionDenied")
            os.chmod(keys.node, 0o666)
            other.wait_for("state 0 permissionDenied.*uinput")
