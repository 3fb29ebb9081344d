"""udev as the guest runs it."""
import os
import shutil
import subprocess

RULES, MASKS = "/usr/lib/udev/rules.d", "/run/udev/rules.d"


class NoRules:
    """udevd without its rules, with which the emulator is busy for most of the time between a plug and its nodes; for
    cases that plug often. Usable as a context."""

    def __enter__(self):
        os.makedirs(MASKS)
        for name in os.listdir(RULES):
            os.symlink("/dev/null", f"{MASKS}/{name}")  # udev(7): a rules file is masked so
        self.reload()

    def __exit__(self, *_):
        shutil.rmtree(MASKS)
        self.reload()

    @staticmethod
    def reload():
        subprocess.run(["udevadm", "control", "--reload"], check=True)
