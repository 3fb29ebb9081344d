"""The virtual terminal in front: what a program reads there, and its keyboard layout."""
import fcntl
import itertools
import os
import select
import subprocess
import termios
import time
import tty


def load_layout(layout):
    """Loads an XKB layout into the kernel's key tables, as console-setup does."""
    keymap = subprocess.run(["ckbcomp", layout], check=True, capture_output=True).stdout
    subprocess.run(["loadkeys", "--quiet"], input=keymap, check=True, stderr=subprocess.DEVNULL)


def held_keys(node):
    """The key codes that the kernel has as down on an event node (EVIOCGKEY)."""
    descriptor = os.open(f"/dev/input/{node}", os.O_RDONLY | os.O_NONBLOCK)
    try:
        bits = bytearray(96)
        fcntl.ioctl(descriptor, 0x80000000 | len(bits) << 16 | ord("E") << 8 | 0x18, bits)
        return [code for code in range(768) if bits[code // 8] >> code % 8 & 1]
    finally:
        os.close(descriptor)


class Terminal:
    """A terminal in raw mode; usable as a context.

    Each has a number that was never in front before: what other cases typed while nobody read lies in the kernel's buffers
    of their terminal, where no flush reaches it, and comes with the next key.
    """

    numbers = itertools.count(8)

    def __init__(self, number=None):
        number = number or next(self.numbers)
        self.number = number
        subprocess.run(["chvt", str(number)], check=True)
        self.descriptor = os.open(f"/dev/tty{number}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.saved = termios.tcgetattr(self.descriptor)
        tty.setraw(self.descriptor, termios.TCSAFLUSH)
        self.received = b""

    def read(self, count, limit=10):
        """The next `count` bytes; fewer when they do not come in `limit` seconds."""
        end = time.monotonic() + limit
        while len(self.received) < count:
            rest = end - time.monotonic()
            if rest <= 0 or not select.select([self.descriptor], [], [], rest)[0]:
                break
            self.received += os.read(self.descriptor, 4096)
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def read_text(self, text, limit=10):
        """As many bytes as a text has, decoded: equal to the text when it arrived exactly."""
        return self.read(len(text.encode()), limit).decode(errors="replace")

    def read_until_quiet(self, quiet=0.5):
        """Everything until nothing has come for so many seconds."""
        taken, self.received = self.received, b""
        while select.select([self.descriptor], [], [], quiet)[0]:
            taken += os.read(self.descriptor, 4096)
        return taken

    def close(self):
        if self.descriptor is not None:
            termios.tcsetattr(self.descriptor, termios.TCSAFLUSH, self.saved)
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
