"""A desk with everything on it: a microphone, a pedal, a running hwctld, and a person who dictates."""
import os
import signal
import time
import wave

from kernel.case import Skip, equal
from kernel.daemon import MODELS, Daemon, bind
from kernel.sound import Microphone
from kernel.uhid import VEC_INFINITY, Pedal

SPEECH = "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0880.wav"
DICTATION = {"type": "localDictation"}


def need_speech():
    """Skips the case where words cannot be recognised."""
    if os.path.basename(os.environ.get("HWCTL_VM_SPEECH", "")) != "hwctl-speech":
        raise Skip("the lane was started without hwctl-speech: build it")
    if not os.path.isdir(MODELS):
        raise Skip("there is no speech model: make models")
    if not os.path.exists(SPEECH):
        raise Skip("there is no speech to play: apt-get install pocketsphinx-testdata")


class Desk:
    """Usable as a context. Further arguments go to the daemon."""

    def __init__(self, descriptor=VEC_INFINITY, profiles=None, environment=None, **daemon):
        need_speech()
        self.descriptor = descriptor
        self.microphone = Microphone()
        self.pedal = Pedal(descriptor=descriptor)
        try:
            self.daemon = Daemon(profiles or bind(center=DICTATION),
                                 environment={"PULSE_SERVER": self.microphone.environment["PULSE_SERVER"],
                                              **(environment or {})}, **daemon)
        except BaseException:
            self.pedal.unplug()
            self.microphone.close()
            raise
        self.last = None

    def wait_until_ready(self):
        """The pedal is grabbed, the keyboard can type, the sound server answers."""
        self.daemon.wait_for_device()
        self.daemon.wait_for(lambda: self.daemon.component("keyboard")["ready"], what="the keyboard")
        self.daemon.wait_for(lambda: self.daemon.component("microphone")["ready"], what="the microphone")
        return self

    def begin(self):
        """The pedal goes down and the microphone hears."""
        self.pedal.press("center")
        self.daemon.wait_for_phase("listening")

    def speak(self):
        self.microphone.play(SPEECH, wait=True)
        # What is on its way; an emulated sound server takes longer than hwctl waits for a real one.
        time.sleep(0.3)

    def ended(self):
        """The session that has just ended, from history."""
        session = self.daemon.wait_for_session(self.last)
        self.last = session["id"]
        return session

    def dictate(self):
        self.begin()
        self.speak()
        self.pedal.release("center")
        return self.ended()

    def kill_worker(self):
        os.kill(self.daemon.worker(), signal.SIGKILL)

    def replug(self):
        self.pedal = Pedal(descriptor=self.descriptor)
        self.daemon.wait_for_device()

    def close(self):
        self.daemon.close()
        self.pedal.unplug()
        self.microphone.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def text_of(session, stage):
    """The text of one stage; None without it."""
    return next((result["text"] for result in session["results"] if result["stage"] == stage), None)


def check_outcome(session, outcome, failure=None):
    """The session ended so; else says what is known of it."""
    audio = "no audio"
    if session.get("audioPath") and not session["audioIsMissing"]:
        audio = "{:.2f} s of audio, loudest sample {}".format(*measure(session["audioPath"]))
    equal((session["outcome"], session.get("failureCode")), (outcome, failure), f"outcome of a session with {audio}")


def measure(path):
    """Seconds and loudest sample of a recording."""
    with wave.open(path) as file:
        samples = memoryview(file.readframes(file.getnframes())).cast("h")
        return len(samples) / file.getframerate(), max(map(abs, samples), default=0)


def check_audio(session, seconds):
    """The session's recording can be read and is at least so long."""
    equal(session["audioIsMissing"], False, "audioIsMissing")
    length, loudest = measure(session["audioPath"])
    if length < seconds:
        raise AssertionError(f"{length:.2f} s of audio were kept, spoken were {seconds:.2f} s")
    if loudest < 1000:
        raise AssertionError(f"the audio is silent: its loudest sample is {loudest}")
