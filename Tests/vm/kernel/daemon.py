"""hwctld with folders of its own, and hwctl that speaks to it."""
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BUILD = os.path.join(ROOT, ".build", os.environ.get("HWCTL_VM_CONFIGURATION", "debug"))
RELAY = os.path.join(ROOT, "Tests", "vm", "kernel", "speech-relay")


# On the host this folder has a link to the models, under the path that the daemon tells the worker, which runs there.
FOLDER = os.environ.get("HWCTL_VM_FOLDER", "/run/hwctl-test")
MODELS = os.environ.get("HWCTL_VM_MODELS", "")
PREFERENCES = {"schemaVersion": 1, "speech": {"worker": RELAY}}


def bind(**actions):
    """Profiles in which pedals are bound, momentary: left={"type": …}."""
    bindings = [{"control": control, "mode": "momentary", "action": action} for control, action in actions.items()]
    device = {"match": {"model": "vec-infinity"}, "bindings": bindings}
    return {"schemaVersion": 1, "activeProfile": "test",
            "profiles": [{"id": "test", "name": "Test", "devices": [device]}]}


def profile(*bindings, chords=(), units=None):
    """Profiles of the present form: bindings of any VEC pedal, of single units by their ids, and keyboard chords."""
    devices = [{"match": {"model": "vec-infinity"}, "bindings": list(bindings)}]
    devices += [{"match": {"model": "vec-infinity", "unit": unit}, "bindings": [binding]}
                for unit, binding in (units or {}).items()]
    return {"schemaVersion": 2, "activeProfile": "test",
            "profiles": [{"id": "test", "name": "Test", "devices": devices, "chords": list(chords)}]}


def shortcut(keys):
    """The Action that holds these keys: "ctrl+F13"."""
    return {"type": "keyboardShortcut", "keys": keys}


def empty_folder():
    """The one folder of the running daemon, empty but for the models. A tmpfs: on the guest's root and on shares of
    the host, files and sockets lack what databases want."""
    if os.path.ismount(FOLDER):
        for name in os.listdir(FOLDER):
            shutil.rmtree(f"{FOLDER}/{name}") if os.path.isdir(f"{FOLDER}/{name}") else os.unlink(f"{FOLDER}/{name}")
    else:
        os.makedirs(FOLDER, exist_ok=True)
        # Some cases run hwctld as another user, who has to get here.
        os.chmod(os.path.dirname(FOLDER), 0o711)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "hwctl-test", FOLDER], check=True)
    for name in ("config/hwctl", "data/hwctl", "run/hwctl"):
        os.makedirs(f"{FOLDER}/{name}")
        os.chmod(f"{FOLDER}/{name}", 0o700)
    if MODELS:
        os.symlink(MODELS, f"{FOLDER}/data/hwctl/models")


class Daemon:
    """A running hwctld; usable as a context, which stops it. There is one at a time.

    `profiles`, `preferences` and `devices` (those that the user has taught) are written as JSON before the start;
    `environment` is added to the guest's own. `options` go to hwctld; `user` is the uid it runs as.
    """

    def __init__(self, profiles=None, preferences=PREFERENCES, devices=None, environment=None, options=(), user=0):
        empty_folder()
        self.folder, self.options, self.user = FOLDER, list(options), user
        self.environment = {**os.environ, "HOME": self.folder, "XDG_CONFIG_HOME": f"{self.folder}/config",
                            "XDG_DATA_HOME": f"{self.folder}/data", "XDG_RUNTIME_DIR": f"{self.folder}/run",
                            **(environment or {})}
        for name, value in (("profiles", profiles), ("preferences", preferences), ("devices", devices)):
            if value is not None:
                with open(f"{self.folder}/config/hwctl/{name}.json", "w") as file:
                    json.dump(value, file)
        if user:
            self._own(user)
        self.log_path = f"{self.folder}/log"
        self.process = self.control = None
        self.start()

    def _own(self, user):
        if MODELS:
            # This user may not follow the link; the worker is on the host, so the manifest is all that is read here.
            os.unlink(f"{self.folder}/data/hwctl/models")
            for manifest in glob.glob(f"{MODELS}/*/*/manifest.json"):
                copy = f"{self.folder}/data/hwctl/models/{os.path.relpath(manifest, MODELS)}"
                os.makedirs(os.path.dirname(copy))
                shutil.copyfile(manifest, copy)
        subprocess.run(["chown", "-R", str(user), self.folder], check=True)

    def _as_user(self, *words):
        if not self.user:
            return list(words)
        return ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", "--", *words]

    def start(self, limit=30):
        """Starts hwctld and waits until it answers."""
        with open(self.log_path, "a") as log:
            self.process = subprocess.Popen(self._as_user(f"{BUILD}/hwctld", *self.options), env=self.environment,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + limit
        while True:
            try:
                self.control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.control.settimeout(limit)
                self.control.connect(f"{self.folder}/run/hwctl/control.sock")
                self.lines = self.control.makefile("r")
                return
            except OSError:
                self.control.close()
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"hwctld did not start:\n{self.log()}")
            time.sleep(0.05)

    def ask(self, name, **members):
        """One request over the control socket; its answer. Much faster here than a process for each."""
        self.control.sendall(json.dumps({"version": 1, "name": name, **members}).encode() + b"\n")
        reply = json.loads(self.lines.readline() or '{"error": "hwctld closed the control socket"}')
        if reply.get("error"):
            raise RuntimeError(f"{name}: {reply['error']}")
        return reply

    def status(self):
        if self.user:
            # The control socket answers nobody but its own user, not even us.
            return json.loads(self.hwctl("status", "--json").stdout)
        return self.ask("status")["status"]

    def component(self, name):
        return next(part for part in self.status()["components"] if part["name"] == name)

    def wait_for_phase(self, *phases, limit=20):
        return self.wait_for(lambda: self.status()["phase"] in phases, limit, f"phase {' or '.join(phases)}")

    def wait_for_device(self, state="ready", limit=20):
        """The device in this state."""
        return self.wait_for(lambda: next((device for device in self.status()["devices"] if device["state"] == state),
                                          None), limit, f"a device that is {state}")

    def wait_for_session(self, after=None, limit=40):
        """The last session as history has it, once one newer than this id has ended."""
        def ended():
            last = self.status().get("lastSession")
            return last if last and last["id"] != after else None
        self.wait_for(ended, limit, "the end of a session")
        return self.session()

    def hwctl(self, *words, check=True):
        """Runs hwctl; the result has stdout, stderr and returncode."""
        return subprocess.run(self._as_user(f"{BUILD}/hwctl", *words), env=self.environment, check=check,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def sessions(self):
        return json.loads(self.hwctl("history", "list", "--json").stdout)["sessions"]

    def session(self, name="last"):
        return json.loads(self.hwctl("history", "show", name, "--json").stdout)

    def worker(self):
        """The process of the speech worker: here, the relay to it; None when there is none."""
        children = []
        for task in glob.glob(f"/proc/{self.process.pid}/task/*/children"):
            with open(task) as file:
                children += file.read().split()
        return int(children[0]) if children else None

    def log(self):
        with open(self.log_path) as file:
            return file.read()

    def wait_for(self, condition, limit=20, what="the expected state"):
        """Until a function returns something true, which is returned."""
        end = time.monotonic() + limit
        while not (value := condition()):
            if time.monotonic() > end:
                raise TimeoutError(f"{what} did not come; {self.status_text()}\n{self.log()}")
            time.sleep(0.05)
        return value

    def status_text(self):
        try:
            return json.dumps(self.status())
        except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
            return str(error)

    def pause(self):
        """Stands still from now on (SIGSTOP), until `go_on`."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        """As a crash: SIGKILL, the folders stay."""
        self.process.kill()
        self.process.wait()

    def stop(self, limit=15):
        """SIGTERM; returns the exit status."""
        self.process.terminate()
        return self.process.wait(limit)

    def close(self):
        self.control.close()
        if self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
