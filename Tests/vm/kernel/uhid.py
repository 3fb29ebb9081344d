"""HID devices made through /dev/uhid: a pedal that a test presses and unplugs."""
import glob
import os
import struct
import subprocess
import time

CREATE2, DESTROY, INPUT2 = 11, 1, 12  # enum uhid_event_type, linux/uhid.h
BUS_USB = 3

# The report descriptor of a VEC Infinity foot pedal, from public logs: consumer control, programmable buttons,
# three button bits (left, center, right), padded to two bytes.
VEC_INFINITY = bytes.fromhex(
    "050c0903a101050919012903150025013500450165005500"
    "750195038102950d8103c100")

# The shorter one that is in circulation too.
VEC_SHORT = bytes.fromhex("050c0903a101050919012903150025019503750181029501750581019501750881 01c0".replace(" ", ""))

BUTTONS = {"left": 1, "center": 2, "right": 4}


class Pedal:
    """A foot pedal; usable as a context, which unplugs it at the end."""

    def __init__(self, name="VEC  VEC USB Footpedal", vendor=0x05F3, product=0x00FF, serial="",
                 port="usb-test-1/input0", descriptor=VEC_INFINITY):
        self.vendor, self.product, self.name, self.port, self.serial = vendor, product, name, port, serial
        self.down = 0
        self.descriptor = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        event = struct.pack("<I128s64s64sHHIIII", CREATE2, name.encode(), port.encode(), serial.encode(),
                            len(descriptor), BUS_USB, vendor, product, 0x0120, 0) + descriptor
        os.write(self.descriptor, event.ljust(4380, b"\0"))
        self.wait_for_nodes()

    def nodes(self):
        """The names of its device nodes: {"event": [...], "hidraw": [...]}."""
        found = {"event": [], "hidraw": []}
        own = {f"HID_NAME={self.name}", f"HID_PHYS={self.port}", f"HID_UNIQ={self.serial}"}
        for folder in glob.glob(f"/sys/bus/hid/devices/*:{self.vendor:04X}:{self.product:04X}.*"):
            with open(f"{folder}/uevent") as file:
                if not own <= set(file.read().splitlines()):
                    continue
            found["hidraw"] += [os.path.basename(path) for path in glob.glob(f"{folder}/hidraw/hidraw*")]
            found["event"] += [os.path.basename(path) for path in glob.glob(f"{folder}/input/input*/event*")]
        return found

    def wait_for_nodes(self, limit=10):
        """Until udev has processed the nodes."""
        end = time.monotonic() + limit
        while not self.nodes()["hidraw"]:
            if time.monotonic() > end:
                raise TimeoutError("the pedal got no hidraw node")
            time.sleep(0.02)
        subprocess.run(["udevadm", "settle"], check=True)

    def report(self, buttons):
        """Sends the state of all three buttons; returns the instant (CLOCK_MONOTONIC, seconds) just before."""
        self.down = buttons
        data = struct.pack("<H", buttons)
        instant = time.monotonic()
        os.write(self.descriptor, struct.pack("<IH", INPUT2, len(data)) + data)
        return instant

    def press(self, *names):
        return self.report(self.down | sum(BUTTONS[name] for name in names))

    def release(self, *names):
        return self.report(self.down & ~sum(BUTTONS[name] for name in names))

    def unplug(self):
        """Pulls the plug, buttons down or not; returns the instant just before."""
        instant = time.monotonic()
        if self.descriptor is not None:
            os.write(self.descriptor, struct.pack("<I", DESTROY))
            os.close(self.descriptor)
            self.descriptor = None
        return instant

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()
