"""A private PulseAudio server whose default source is a microphone that tests speak into."""
import collections
import os
import shutil
import subprocess
import tempfile
import threading
import time
import wave

RATE, BLOCK_SECONDS = 16000, 0.04
SILENCE = bytes(2 * int(RATE * BLOCK_SECONDS))


class Microphone:
    """Silent until something is played; usable as a context, which ends the server.

    Its samples come through a FIFO, so a slow machine hears speech late but never with gaps, as it does through a null
    sink, whose clock does not wait.
    """

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hwctl-pulse-", dir="/run")
        self.socket, self.fifo = f"{self.folder}/native", f"{self.folder}/samples"
        self.environment = {**os.environ, "PULSE_SERVER": f"unix:{self.socket}", "HOME": self.folder,
                            "PULSE_RUNTIME_PATH": self.folder, "PULSE_COOKIE": f"{self.folder}/cookie"}
        self.speech = collections.deque()
        self.start()

    def start(self):
        """Starts the server, again after `kill`, under the same address."""
        for path in (self.socket, self.fifo):
            if os.path.exists(path):
                os.unlink(path)
        self.server = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error",
             "-L", f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
             "-L", f"module-pipe-source source_name=microphone file={self.fifo} format=s16le rate={RATE} channels=1"],
            env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait()
        self._control("set-default-source", "microphone")
        # The server makes it 0700, and some cases run hwctld as another user.
        os.chmod(self.folder, 0o755)
        self.feeder = threading.Thread(target=self._feed, args=(self.server,), daemon=True)
        self.feeder.start()

    def _feed(self, server):
        """Samples in real time, until the server ends."""
        fifo = os.open(self.fifo, os.O_RDWR | os.O_NONBLOCK)
        due = time.monotonic()
        while server.poll() is None:
            block = self.speech[0] if self.speech else SILENCE
            try:
                # A block is below PIPE_BUF, so it is written whole or not at all.
                os.write(fifo, block)
                if self.speech:
                    self.speech.popleft()
            except BlockingIOError:
                pass  # the server is slow: the same block again
            # After a delay time goes on from there: catching up would be faster than anyone speaks.
            due = max(due + BLOCK_SECONDS, time.monotonic())
            time.sleep(max(0, due - time.monotonic()))
        os.close(fifo)

    def kill(self):
        """As a crash."""
        self.server.kill()
        self.server.wait()
        self.speech.clear()
        self.feeder.join()

    def _control(self, *words):
        return subprocess.run(["pactl", *words], env=self.environment, check=True, capture_output=True, text=True).stdout

    def _wait(self, limit=15):
        end = time.monotonic() + limit
        while subprocess.run(["pactl", "list", "short", "sources"], env=self.environment, capture_output=True,
                             text=True).stdout.find("microphone") < 0:
            if time.monotonic() > end or self.server.poll() is not None:
                raise TimeoutError("PulseAudio did not start")
            time.sleep(0.1)

    def play(self, wav, wait=False):
        """Speaks a WAV file of 16 kHz, mono, 16 bit into the microphone in real time."""
        with wave.open(wav) as file:
            samples = file.readframes(file.getnframes())
        self.speech.extend(samples[at:at + len(SILENCE)].ljust(len(SILENCE), b"\0")
                           for at in range(0, len(samples), len(SILENCE)))
        while wait and self.speech and self.server.poll() is None:
            time.sleep(BLOCK_SECONDS)

    def is_open(self):
        """Whether somebody records."""
        sources = [line.split() for line in self._control("list", "short", "sources").splitlines()]
        index = next(words[0] for words in sources if words[1] == "microphone")
        outputs = [line.split() for line in self._control("list", "short", "source-outputs").splitlines()]
        return any(words[1] == index for words in outputs)

    def close(self):
        self.server.terminate()
        self.server.wait()
        self.feeder.join()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
