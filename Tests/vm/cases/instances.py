"""Two daemons, and a daemon with fewer rights."""
import os
import subprocess

from kernel.case import equal
from kernel.daemon import BUILD, Daemon, bind
from kernel.desk import Desk, check_outcome, need_speech, text_of

NOBODY = 65534


def case_second_daemon():
    """A second hwctld says that one is running, with its process, and ends with status 1; the first goes on."""
    with Daemon(bind(left={"type": "none"})) as daemon:
        second = subprocess.run([f"{BUILD}/hwctld"], env=daemon.environment, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, timeout=30)
        equal(second.returncode, 1, "exit status")
        for expected in ("already running", str(daemon.process.pid)):
            if expected not in second.stderr:
                raise AssertionError(f"{expected!r} is not in {second.stderr!r}")
        equal(daemon.status()["processID"], daemon.process.pid, "process of the one that answers")


def case_no_uinput():
    """Without the right to /dev/uinput status and doctor name the remedy, and dictation to a file works."""
    need_speech()
    os.chmod("/dev/uinput", 0o600)
    for port in ("speech", "speech-control"):
        os.chmod(os.path.realpath(f"/dev/virtio-ports/{port}"), 0o666)
    with Desk(user=NOBODY) as desk:
        daemon = desk.daemon
        os.chmod(f"/dev/input/{desk.pedal.nodes()['event'][0]}", 0o666)
        daemon.wait_for_device()
        try:
            daemon.ask("status")
            raise AssertionError("the control socket answers another user")
        except (RuntimeError, OSError):
            pass
        keyboard = daemon.component("keyboard")
        equal(keyboard["ready"], False, "keyboard ready")
        doctor = daemon.hwctl("doctor", check=False)
        equal(doctor.returncode, 1, "exit status of doctor")
        for text in (keyboard["detail"], daemon.hwctl("status").stdout, doctor.stdout):
            if "udevadm" not in text or "/dev/uinput" not in text:
                raise AssertionError(f"the remedy is not in {text!r}")
        daemon.stop()
        daemon.options = ["--route", f"file:{daemon.folder}/typed"]
        daemon.start()
        daemon.wait_for_device()
        equal(daemon.component("keyboard")["ready"], True, "keyboard ready, as not needed")
        session = desk.dictate()
        check_outcome(session, "delivered")
        with open(f"{daemon.folder}/typed") as file:
            equal(file.read().strip(), text_of(session, "delivered"), "in the file")
