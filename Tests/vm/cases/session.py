"""The login session is locked, another one is in front, the machine sleeps: nothing of the pedal stays."""
from kernel import console
from kernel.case import equal
from kernel.daemon import Daemon, bind, profile
from kernel.desk import DICTATION, Desk, check_audio, check_outcome, text_of
from kernel.keyboard import COPY, Keyboard, listed, nodes, wait_for_chords
from kernel.login import Login
from kernel.node import held_by_hwctl, wait_for_keys
from kernel.release import CHORD, HELD, check_let_go, check_taken_again
from kernel.uhid import Pedal


def case_locked():
    """A session that is locked, or not in front, has no held Action, no grab and no key down, and gets all back."""
    with Login() as login, Pedal() as pedal, Keyboard(repeats=False) as keyboard, \
            Daemon(profile(*HELD, chords=[CHORD]), listed(keyboard, "grab"), environment=login.environment) as daemon:
        for leave, come_back in ((login.lock, login.unlock), (lambda: login.switch(False), lambda: login.switch(True))):
            daemon.wait_for_device()
            wait_for_chords(daemon)
            pedal.press("left")
            wait_for_keys(daemon, {"KEY_F13"})
            leave()
            check_let_go(daemon, pedal)
            daemon.wait_for(lambda: not nodes(COPY + keyboard.name), what="the end of the keyboard's copy")
            come_back()
            check_taken_again(daemon, pedal)


def case_sleep():
    """The machine sleeps only when the held Action has ended and the pedal is free; after the wake-up all works again."""
    with Login() as login, Pedal() as pedal, Daemon(profile(*HELD), environment=login.environment) as daemon:
        for _ in range(2):
            daemon.wait_for_device()
            daemon.wait_for(lambda: login.manager.inhibitor, what="a delay of the sleep")
            pedal.press("left")
            wait_for_keys(daemon, {"KEY_F13"})
            login.sleep()
            login.wait_until_let_go()
            equal(held_by_hwctl(), [], "keys down when the machine sleeps")
            check_let_go(daemon, pedal)
            login.wake()
            check_taken_again(daemon, pedal)


def case_locked_while_dictating():
    """Words that are spoken when the session is locked are kept in history, and none of them is typed."""
    with console.Terminal() as terminal, Login() as login, \
            Desk(profiles=bind(center=DICTATION), environment=login.environment) as desk:
        desk.wait_until_ready().begin()
        desk.speak()
        login.lock()
        session = desk.ended()
        check_outcome(session, "kept", "dictation.letGo")
        check_audio(session, 2.9)
        equal((text_of(session, "delivered"), bool(text_of(session, "raw"))), (None, True), "delivered, and recognised")
        desk.daemon.wait_for(lambda: not desk.microphone.is_open(), what="the end of recording")
        desk.pedal.release("center")
        login.unlock()
        desk.daemon.wait_for_device()
        equal(terminal.read_until_quiet(1), b"", "on the terminal")
        session = desk.dictate()
        check_outcome(session, "delivered")
        equal(terminal.read_until_quiet(1).decode(), text_of(session, "delivered"), "on the terminal after the unlock")
