"""A pedal that is bound to a keyboard shortcut, as the kernel sees the keys."""
from kernel.case import equal
from kernel.daemon import Daemon, bind
from kernel.node import Reader, keyboards, wait_for_keys
from kernel.uhid import Pedal

PROFILES = bind(left={"type": "keyboardShortcut", "keys": "ctrl+shift+F13"})
CHORD = {"KEY_LEFTCTRL", "KEY_LEFTSHIFT", "KEY_F13"}


def case_shortcut():
    """A shortcut's keys are down exactly while its pedal is down, and go up when the plug is pulled."""
    with Pedal() as pedal, Daemon(PROFILES) as daemon:
        daemon.wait_for_device()
        for _ in range(3):
            pedal.press("left")
            wait_for_keys(daemon, CHORD)
            pedal.release("left")
            wait_for_keys(daemon, set())
        pedal.press("left")
        wait_for_keys(daemon, CHORD)
        pedal.unplug()
        wait_for_keys(daemon, set())
        equal(daemon.status()["activeActions"], [], "active Actions")


def case_shortcut_panic():
    """A panic makes the virtual keyboard anew, so that a key which others believe to be down goes up; then it works again."""
    with Pedal() as pedal, Daemon(PROFILES) as daemon:
        daemon.wait_for_device()
        before = keyboards()
        pedal.press("left")
        wait_for_keys(daemon, CHORD)
        daemon.hwctl("panic")
        daemon.wait_for(lambda: (now := keyboards()) and now != before and len(now) == 1, what="another keyboard")
        pedal.release("left")
        daemon.hwctl("panic", "--resume")
        daemon.wait_for_device()
        daemon.wait_for(lambda: daemon.component("keyboard")["ready"], what="a keyboard that is ready")
        pedal.press("left")
        wait_for_keys(daemon, CHORD)
        pedal.release("left")
        wait_for_keys(daemon, set())


def case_shortcut_stop():
    """Stopping hwctld while a shortcut's pedal is down lets go of keys and pedal."""
    with Pedal() as pedal, Daemon(PROFILES) as daemon:
        daemon.wait_for_device()
        pedal.press("left")
        wait_for_keys(daemon, CHORD)
        equal(daemon.stop(), 0, "exit status")
        equal(keyboards(), [], "virtual keyboards")
        with Reader(pedal) as reader:
            pedal.release("left")
            equal(reader.next_key(), ("BTN_0", 0), "another program's view of the release")


def case_shortcut_killed():
    """After kill -9 of hwctld while a shortcut's pedal is down there is no virtual keyboard, and the pedal is free."""
    with Pedal() as pedal, Daemon(PROFILES) as daemon:
        daemon.wait_for_device()
        with Reader(pedal) as reader:
            pedal.press("left")
            wait_for_keys(daemon, CHORD)
            daemon.kill()
            daemon.wait_for(lambda: not keyboards(), 5, "the end of the virtual keyboard")
            pedal.release("left")
            equal(reader.next_key(), ("BTN_0", 0), "the first that another program sees")
        daemon.start()
        daemon.wait_for_device()
        pedal.press("left")
        wait_for_keys(daemon, CHORD)
        pedal.release("left")
        wait_for_keys(daemon, set())
