"""Devices that hwctl takes only because the user has picked them."""
import evdev

from kernel.case import equal
from kernel.daemon import Daemon
from kernel.device import Device, picked
from kernel.monitor import EMPTY, Monitor, gone, ready


def raw(keys, knob=0):
    """A QMK raw HID report: "hw", the keys that are down, lowest bit first, and the steps of the knob."""
    return f"6877{keys.to_bytes(4, 'little').hex()}{knob % 256:02x}".ljust(64, "0")


# Template and descriptor; reports and what comes of each; a report that holds one Control, and that Control.
PICKED = [
    # Two bytes of buttons, the hat (8 is its center), two triggers, which are pressed at one half and up below 35 %.
    ("gamepad", "gamepad",
     [("0100080000", ["press south"]), ("0200080000", ["release south", "press east"]),
      ("0208080000", ["press start"]), ("0000080000", ["release east", "release start"]),
      ("0000000000", ["press up"]), ("0000030000", ["release up", "press down", "press right"]),
      ("0000080000", ["release down", "release right"]),
      ("000008ff00", ["press left-trigger"]), ("0000086080", ["press right-trigger"]),
      ("0000080000", ["release left-trigger", "release right-trigger"])], "4000080000", "left-shoulder"),
    ("qmk-raw", "qmk-raw",
     [(raw(1), ["press key-1"]), (raw(0x80000002), ["release key-1", "press key-2", "press key-32"]),
      (raw(0, -3), ["knob -3", "release key-2", "release key-32"]),
      # What VIA says on the same endpoint is none of ours.
      ("01" * 32, []), (raw(4), ["press key-3"]), (raw(0), ["release key-3"])], raw(8), "key-4"),
    ("qmk-buttons", "qmk-buttons",
     [("0601000000", ["press key-1"]), ("0600000080", ["release key-1", "press key-32"]),
      ("0602000080", ["press key-2"]), ("0600000000", ["release key-2", "release key-32"])], "0600000020", "key-30"),
]


def case_picked():
    """A gamepad and a QMK board that the user has picked give their Controls, and release them with the plug."""
    for template, descriptor, steps, down, control in PICKED:
        with Daemon(EMPTY, devices=picked(template)) as daemon, Device(descriptor, 0x1209, 0x5A00) as device:
            monitor = Monitor(daemon)
            ready(daemon, template)
            for report, expected in steps:
                device.report(report)
                equal(sorted(monitor.next(len(expected))), sorted(expected), f"{descriptor} {report}")
            for _ in range(2):
                device.report(down)
                equal(monitor.next(1), [f"press {control}"], descriptor)
                device.unplug()
                equal(monitor.next(1), [f"release {control}"], descriptor)
                gone(daemon)
                device.plug()
                ready(daemon, template)


def case_picked_keyboard():
    """Of a QMK board that the user has picked the keyboard stays with the desktop."""
    for template, descriptor in (("qmk-raw", "qmk-raw"), ("qmk-buttons", "qmk-buttons")):
        with Daemon(EMPTY, devices=picked(template)) as daemon, \
                Device("kinesis", 0x1209, 0x5A00, port="usb-device-1/input0") as keyboard, \
                Device(descriptor, 0x1209, 0x5A00, port="usb-device-1/input1"):
            ready(daemon, template)
            equal(len(daemon.status()["devices"]), 1, "devices")
            node = evdev.InputDevice(f"/dev/input/{keyboard.nodes()['event'][0]}")
            node.grab()  # raises while hwctld has it
            node.close()
