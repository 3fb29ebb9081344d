"""The plug is pulled while the pedal is down."""
from kernel import console
from kernel.case import equal
from kernel.desk import Desk, check_audio, check_outcome, text_of
from kernel.node import held_by_hwctl


def case_unplug_while_dictating():
    """Unplugging the held pedal ends the dictation with its words delivered, and the replugged pedal dictates again."""
    with console.Terminal() as terminal, Desk() as desk:
        desk.wait_until_ready().begin()
        desk.speak()
        desk.pedal.unplug()
        session = desk.ended()
        check_outcome(session, "delivered")
        equal(terminal.read_until_quiet(1).decode(), text_of(session, "delivered"), "on the terminal")
        check_audio(session, 2.9)
        equal(held_by_hwctl(), [], "keys down")
        status = desk.daemon.status()
        equal((status["devices"], status["activeActions"], status["phase"]), ([], [], "idle"), "status")
        desk.daemon.wait_for(lambda: not desk.microphone.is_open(), what="the end of recording")
        desk.replug()
        session = desk.dictate()
        check_outcome(session, "delivered")
        equal(terminal.read_until_quiet(1).decode(), text_of(session, "delivered"), "on the terminal after the replug")
