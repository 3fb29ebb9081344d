"""Who gets the events of a pedal."""
import json
import os

from kernel.case import equal
from kernel.daemon import Daemon, bind
from kernel.node import Reader
from kernel.uhid import Pedal

PROFILES = bind(left={"type": "none"})


def case_exclusive():
    """Another reader of the pedal gets nothing while hwctld has it, and everything after hwctld has stopped."""
    with Pedal() as pedal, Reader(pedal) as reader, Daemon(PROFILES) as daemon:
        daemon.wait_for_device()
        # The connection then tells of every event: proof that hwctld has had them all. Requests are answered in order,
        # and this one has no answer of its own.
        daemon.control.sendall(b'{"version": 1, "name": "monitor"}\n')
        daemon.ask("status")
        for _ in range(20):
            pedal.press("left")
            pedal.release("left")
        kinds = [json.loads(daemon.lines.readline())["event"]["kind"] for _ in range(40)]
        equal((kinds.count("pressed"), kinds.count("released")), (20, 20), "what hwctld got")
        equal(reader.next_key(1), None, "what the other reader got")
        equal(daemon.stop(), 0, "exit status")
        pedal.press("left")
        equal(reader.next_key(), ("BTN_0", 1), "what the other reader got after the stop")
        pedal.release("left")


def case_busy():
    """A pedal that another program has grabbed is shown as busy with its holder, and hwctld takes it when it is free."""
    with Pedal() as pedal, Reader(pedal) as holder:
        holder.device.grab()
        with Daemon(PROFILES) as daemon:
            device = daemon.wait_for_device("busy")
            for expected in (str(os.getpid()), "python3"):
                if expected not in device["problem"]:
                    raise AssertionError(f"the holder {expected!r} is not named: {device['problem']!r}")
            if "busy" not in daemon.hwctl("status").stdout and device["problem"] not in daemon.hwctl("status").stdout:
                raise AssertionError("hwctl status does not say so")
            holder.device.ungrab()
            daemon.wait_for_device("ready", limit=10)
            equal(len(daemon.status()["devices"]), 1, "devices")
