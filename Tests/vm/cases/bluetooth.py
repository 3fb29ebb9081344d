"""Bluetooth units, of which each service is a HID device of its own (as BlueZ makes them through uhid)."""
import evdev

from kernel.case import equal
from kernel.daemon import Daemon
from kernel.device import BUS_BLUETOOTH, Device, picked
from kernel.monitor import EMPTY, Monitor, gone, ready

FIRST, SECOND = "d0:bc:c1:0a:0b:01", "d0:bc:c1:0a:0b:02"


def service(descriptor, name, address):
    return Device(descriptor, 0x1209, 0x5A00, name, port="00:1a:7d:da:71:13", serial=address, bus=BUS_BLUETOOTH)


def node(device):
    return evdev.InputDevice(f"/dev/input/{device.nodes()['event'][0]}")


def ids(daemon):
    return [device["id"] for device in daemon.status()["devices"] if device["state"] == "ready"]


def is_grabbed(other):
    try:
        other.grab()
    except OSError:
        return True
    other.ungrab()
    return False


def case_bluetooth():
    """The services of a Bluetooth unit are one Device, grabbed together; another unit of the model is a second one."""
    with service("gamepad", "Pad", FIRST) as pad, service("kinesis", "Pad Keyboard", FIRST) as keys:
        others = [node(pad), node(keys)]
        others[1].grab()
        with Daemon(EMPTY, devices=picked("gamepad")) as daemon:
            daemon.wait_for_device("busy")
            equal((ids(daemon), is_grabbed(others[0])), ([], False), "while another program has the second service")
            others[1].ungrab()
            ready(daemon, "gamepad")
            equal((ids(daemon), [is_grabbed(other) for other in others]), ([f"1209:5a00#{FIRST}"], [True, True]), "taken")
            with service("gamepad", "Pad", SECOND):
                daemon.wait_for(lambda: ids(daemon) == [f"1209:5a00#{FIRST}", f"1209:5a00#{SECOND}"], what="both units")
            daemon.wait_for(lambda: len(ids(daemon)) == 1, what="one unit")
            monitor = Monitor(daemon)
            pad.report("0100080000")
            equal(monitor.next(1), ["press south"], "press")
            for device in (pad, keys):
                device.unplug()
            equal(monitor.next(1), ["release south"], "out of reach")
            gone(daemon)
        for other in others:
            other.close()
