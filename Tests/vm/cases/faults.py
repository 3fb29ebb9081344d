"""Parts of the path die while words are on it."""
import os
import signal

from kernel.case import equal
from kernel.desk import Desk, check_audio, check_outcome, text_of


def case_worker_killed():
    """When the speech worker dies in mid-decode another takes its audio: the words are delivered, and the next press works."""
    with Desk(options=["--route", "file:/run/hwctl-typed"]) as desk:
        desk.wait_until_ready().begin()
        desk.speak()
        # Stopped, so that it is certainly in mid-decode when it dies.
        worker = desk.daemon.worker()
        os.kill(worker, signal.SIGSTOP)
        desk.pedal.release("center")
        desk.daemon.wait_for_phase("finalizing")
        os.kill(worker, signal.SIGKILL)
        session = desk.ended()
        check_outcome(session, "delivered")
        check_audio(session, 2.9)
        equal(text_of(session, "raw"), text_of(session, "delivered"), "delivered")
        session = desk.dictate()
        check_outcome(session, "delivered")


def case_sound_server_killed():
    """When the sound server dies the session fails with its audio and words kept, and after its restart a press works."""
    with Desk(options=["--route", "file:/run/hwctl-typed"]) as desk:
        desk.wait_until_ready().begin()
        desk.speak()
        desk.microphone.kill()
        session = desk.ended()
        check_outcome(session, "failed", "microphone.serverGone")
        # What the server had not handed over is lost with it.
        check_audio(session, 2.5)
        if not text_of(session, "raw"):
            raise AssertionError("the words spoken before are not in history")
        equal(text_of(session, "delivered"), None, "delivered")
        desk.pedal.release("center")
        desk.microphone.start()
        session = desk.dictate()
        check_outcome(session, "delivered")
