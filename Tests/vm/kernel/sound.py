"""A private PulseAudio server whose default source is a microphone that tests speak into."""
import os
import shutil
import subprocess
import tempfile
import time

# Without a latency a null sink hands over its first fragment up to 2 s late (measured).
LATENCY_MSEC = "30"


class Microphone:
    """Silent until something is played; usable as a context, which ends the server."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hwctl-pulse-", dir="/run")
        self.socket = f"{self.folder}/native"
        self.environment = {**os.environ, "PULSE_SERVER": f"unix:{self.socket}", "HOME": self.folder,
                            "PULSE_RUNTIME_PATH": self.folder, "PULSE_COOKIE": f"{self.folder}/cookie"}
        self.players = []
        self.start()

    def start(self):
        """Starts the server, again after `kill`, under the same address."""
        # hwctl refuses monitor sources by itself, so the monitor of the null sink gets a source in front of it.
        self.server = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error",
             "-L", f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
             "-L", "module-null-sink sink_name=speaker rate=16000 channels=1",
             "-L", "module-remap-source master=speaker.monitor source_name=microphone "
                   "source_properties=device.description=Microphone"],
            env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait()
        self._control("set-default-source", "microphone")

    def kill(self):
        """As a crash."""
        self.server.kill()
        self.server.wait()

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
        """Speaks a WAV file into the microphone in real time."""
        player = subprocess.Popen(["paplay", f"--latency-msec={LATENCY_MSEC}", "--device=speaker", wav],
                                  env=self.environment)
        self.players.append(player)
        if wait:
            player.wait()
        return player

    def record(self, path, seconds):
        """Records the microphone into a WAV file, as any program would hear it."""
        subprocess.run(["timeout", "--signal=INT", str(seconds), "parec", f"--latency-msec={LATENCY_MSEC}",
                        "--device=microphone", "--rate=16000", "--channels=1", "--file-format=wav", path],
                       env=self.environment, check=False)

    def is_open(self):
        """Whether somebody records."""
        sources = [line.split() for line in self._control("list", "short", "sources").splitlines()]
        index = next(words[0] for words in sources if words[1] == "microphone")
        outputs = [line.split() for line in self._control("list", "short", "source-outputs").splitlines()]
        return any(words[1] == index for words in outputs)

    def close(self):
        for player in self.players:
            if player.poll() is None:
                player.terminate()
                player.wait()
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
