"""hwctld with folders of its own, and hwctl that speaks to it."""
import json
import os
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BUILD = os.path.join(ROOT, ".build", "debug")
RELAY = os.path.join(ROOT, "Tests", "vm", "kernel", "speech-relay")


class Daemon:
    """A running hwctld; usable as a context, which stops it.

    `profiles` and `preferences` are written as JSON before the start; `environment` is added to the guest's own.
    """

    def __init__(self, profiles=None, preferences=None, environment=None):
        # Not under /tmp: its overlay file system lacks what databases and sockets may want.
        self.folder = tempfile.mkdtemp(prefix="hwctl-", dir="/run")
        self.environment = {**os.environ, "HOME": self.folder, "XDG_CONFIG_HOME": f"{self.folder}/config",
                            "XDG_DATA_HOME": f"{self.folder}/data", "XDG_RUNTIME_DIR": f"{self.folder}/run",
                            **(environment or {})}
        for name in ("config/hwctl", "data/hwctl", "run/hwctl"):
            os.makedirs(f"{self.folder}/{name}", mode=0o700)
        for name, value in (("profiles", profiles), ("preferences", preferences)):
            if value is not None:
                with open(f"{self.folder}/config/hwctl/{name}.json", "w") as file:
                    json.dump(value, file)
        self.log_path = f"{self.folder}/log"
        self.process = None
        self.start()

    def start(self, limit=20):
        """Starts hwctld and waits until it answers."""
        with open(self.log_path, "a") as log:
            self.process = subprocess.Popen([f"{BUILD}/hwctld"], env=self.environment, stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log)
        end = time.monotonic() + limit
        while self.hwctl("status", check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"hwctld did not start:\n{self.log()}")
            time.sleep(0.1)

    def hwctl(self, *words, check=True):
        """Runs hwctl; the result has stdout, stderr and returncode."""
        return subprocess.run([f"{BUILD}/hwctl", *words], env=self.environment, check=check, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)

    def log(self):
        with open(self.log_path) as file:
            return file.read()

    def wait_for(self, condition, limit=20, what="the expected state"):
        """Until a function returns something true, which is returned."""
        end = time.monotonic() + limit
        while not (value := condition()):
            if time.monotonic() > end:
                raise TimeoutError(f"{what} did not come:\n{self.log()}")
            time.sleep(0.05)
        return value

    def kill(self):
        """As a crash: SIGKILL, the folders stay."""
        self.process.kill()
        self.process.wait()

    def stop(self, limit=15):
        """SIGTERM; returns the exit status."""
        self.process.terminate()
        return self.process.wait(limit)

    def close(self):
        if self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
