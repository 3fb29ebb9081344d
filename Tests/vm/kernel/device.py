"""Controllers of any model, made through /dev/uhid."""
import os
import select
import struct
import time

from kernel import uhid

GET_REPORT, GET_REPORT_REPLY = 9, 10  # enum uhid_event_type, linux/uhid.h
BUS_USB, BUS_BLUETOOTH = 3, 5


def keyboard(report_id=None):
    """A boot keyboard: eight bits of modifiers, a byte, six keys."""
    number = f"85{report_id:02x}" if report_id else ""
    return (f"05010906a101{number}050719e029e71500250175019508810295017508810195067508150026ff00050719002aff00"
            "8100c0")


# Report descriptors in hexadecimal. “public”: read from a unit and published; “own”: written for this test from what is
# known of the reports, as no descriptor is public.
DESCRIPTORS = {
    # public: forum.remapper.org topic 190 (B) and the notes of MarcusJRLee/hardware_controller (A)
    "infinity-b": "050c0903a101050919012903150025019503750181029501750581019501750881 01c0",
    "infinity-a": "050c0903a101a1020508094b75089523 9102c0a1020509190129031500250195037501810295017505810195017508"
                  "8101c0c0",
    # own, after the public 212 bytes of 1a86:e026: keyboard 1, mouse 2, gamepad 4 in one descriptor
    "pcsensor": keyboard(1)
                + "05010902a10185020901a10005091901290315002501950375018102950175058101050109300931158125 7f75089502"
                  "8106c0c0"
                + "05010905a101850405091901290815002501950875018102c0",
    # own: Joystick, four buttons
    "philips": "05010904a101050919012904150025019504750181029501750481 01c0",
    # own: vendor page 0xffff usage 1, one byte
    "grundig": "06ffff0901a1010901150026ff00750895018102c0",
    "kinesis": keyboard(),
    # own: 32 bytes in, 35 out, consumer page as the old footpedal's
    "xkeys": "050c0901a101a1000600ff0901150026ff00750895208102c0c0",
    # own: consumer control, report 1 of 511 bytes as the unit's length
    "stream-deck": "050c0901a10185010600ff0901150026ff0075089507 8102c0",
    # own: five bytes of vendor data beside the wheels that the kernel makes of them
    "contour": "05010900a1010600ff0901150026ff00750895058102c0",
    # own: 12 buttons, hat, two triggers
    "gamepad": "05010905a1010509190129 0c15002501950c7501810295017504810105010939150025073500463b016514750495018142"
               "65007504950181 01150026ff0009320935750895028102c0",
    # own: QMK's “programmable buttons”: Consumer Control with a named array
    "qmk-buttons": "050c0901a10185060903a10405091901292015002501952075018102c0c0",
    # public: QMK documentation, raw HID
    "qmk-raw": "0660ff0961a1010962150026ff009520750881020963150026ff0095207508 9102c0",
}


def picked(template):
    """The file of a user who has picked the product 1209:5a00."""
    return {"schemaVersion": 1, "devices": [{"product": "1209:5a00", "name": "Picked", "template": template}]}


class Device:
    """A controller; usable as a context, which unplugs it at the end."""

    def __init__(self, descriptor, vendor, product, name="Controller", port="usb-device-1/input0", serial="",
                 bus=BUS_USB, state=None):
        self.bytes = bytes.fromhex(DESCRIPTORS[descriptor].replace(" ", ""))
        self.vendor, self.product, self.name, self.port, self.serial = vendor, product, name, port, serial
        self.bus, self.state, self.descriptor = bus, state, None
        self.plug()

    def plug(self, settle=True):
        self.descriptor = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        event = struct.pack("<I128s64s64sHHIIII", uhid.CREATE2, self.name.encode(), self.port.encode(),
                            self.serial.encode(), len(self.bytes), self.bus, self.vendor, self.product, 0x0100, 0)
        os.write(self.descriptor, (event + self.bytes).ljust(4380, b"\0"))
        if settle:
            self.wait_for_nodes()

    nodes = uhid.Pedal.nodes

    def wait_for_nodes(self, limit=10):
        uhid.Pedal.wait_for_nodes(self, limit)

    def report(self, text):
        """Sends one report, in hexadecimal."""
        data = bytes.fromhex(text.replace(" ", ""))
        os.write(self.descriptor, struct.pack("<IH", uhid.INPUT2, len(data)) + data)

    def answer(self, limit=10):
        """Answers the kernel's question for an input report with `state`; true when it asked in time."""
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.descriptor], [], [], left)[0]:
                break
            event = os.read(self.descriptor, 4380)
            kind, = struct.unpack_from("<I", event)
            if kind == GET_REPORT:
                number, = struct.unpack_from("<I", event, 4)
                # As usbhid does: the report's number, 0, comes first.
                data = b"\0" + bytes.fromhex(self.state)
                os.write(self.descriptor, struct.pack("<IIHH", GET_REPORT_REPLY, number, 0, len(data)) + data)
                return True
        return False

    def unplug(self):
        if self.descriptor is not None:
            os.write(self.descriptor, struct.pack("<I", uhid.DESTROY))
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()
