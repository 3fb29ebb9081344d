"""Recording a Device, teaching hwctl one, and units that move, through hwctl's commands."""
import json
import os
import select
import subprocess
import time

from kernel.case import equal
from kernel.daemon import BUILD, Daemon, bind
from kernel.device import Device
from kernel.uhid import Pedal

DICTATE = bind(center={"type": "localDictation"})


class Command:
    """A hwctl that goes on; lines of its standard error are waited for."""

    def __init__(self, daemon, *words):
        self.process = subprocess.Popen([f"{BUILD}/hwctl", *words], env=daemon.environment, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_for(self, text, limit=20):
        end, heard = time.monotonic() + limit, ""
        while text not in heard:
            if not select.select([self.process.stderr], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"hwctl does not say {text!r}, but {heard!r}")
            if not (more := os.read(self.process.stderr.fileno(), 4096)):
                raise AssertionError(f"hwctl ended without saying {text!r}, but {heard!r}")
            heard += more.decode()

    def end(self, limit=30):
        """Its exit status and standard output."""
        output, _ = self.process.communicate(timeout=limit)
        return self.process.returncode, output


def case_record():
    """What hwctl record writes is a scenario unchanged, the plug in it, and hwctl replay says what it does."""
    with Pedal() as pedal, Daemon(DICTATE) as daemon:
        daemon.wait_for_device()
        path = f"{daemon.folder}/pedal.recording"
        record = Command(daemon, "record", "-o", path)
        record.wait_for("recording until")
        pedal.press("center")
        pedal.release("center")
        pedal.press("left")
        daemon.wait_for(lambda: open(path).read().count("frame") == 3, what="three frames in the recording")
        pedal.unplug()
        daemon.wait_for(lambda: "unplug unit" in open(path).read(), what="the unplug in the recording")
        record.process.send_signal(2)
        equal(record.end()[0], 0, "exit status of hwctl record after Ctrl-C")
        with open(path) as file:
            events = [line.split("ms", 1)[1].split() for line in file if "ms" in line]
        equal(events, [["frame", "unit", "scan=0x90002", "key=257:1"], ["frame", "unit", "scan=0x90002", "key=257:0"],
                       ["frame", "unit", "scan=0x90001", "key=256:1"],
                       # The kernel lets go of the keys of a device that goes.
                       ["frame", "unit", "key=256:0"], ["unplug", "unit"]], "the recording")
        replayed = daemon.hwctl("replay", path)
        wanted = [line.split("expect ")[1] for line in replayed.stdout.splitlines() if "expect" in line]
        equal(wanted, ["begin localDictation", "end localDictation released"], "what the recording does")
        with open(f"{daemon.folder}/kept.scenario", "w") as file:
            file.write(replayed.stdout)
        equal(daemon.hwctl("replay", f"{daemon.folder}/kept.scenario").stdout, replayed.stdout, "the kept scenario")
        again = daemon.hwctl("record", "-o", path, check=False)
        equal((again.returncode, "is ready" in again.stderr), (1, True), "recording with no device")


def case_record_reports():
    """Reports with report ids are recorded and replayed as such."""
    with Device("stream-deck", 0x0FD9, 0x0086, serial="A1") as pedal, Daemon() as daemon:
        daemon.wait_for_device()
        record = Command(daemon, "record", "--seconds", "2")
        record.wait_for("recording until")
        pedal.report("0100030001000000")
        pedal.report("0100030000000000")
        status, output = record.end()
        equal(status, 0, "exit status")
        path = f"{daemon.folder}/deck.recording"
        with open(path, "w") as file:
            file.write(output)
        equal(output.count("report unit id=0x01 00030001000000"), 1, "numbered reports in " + output)
        equal(daemon.hwctl("profiles", "bind", "left", "localDictation", "--device", "stream-deck-pedal").returncode, 0,
              "bind")
        equal([line.split("expect ")[1] for line in daemon.hwctl("replay", path).stdout.splitlines()
               if "expect" in line], ["begin localDictation", "end localDictation released"], "what it does")


def case_learn():
    """A controller that hwctl does not know is taught, bound, used and forgotten with three commands."""
    pedal = Device("kinesis", 0x1234, 0xABCD, name="Cheap  Pedal")
    with pedal, Daemon({"schemaVersion": 2, "activeProfile": "a",
                        "profiles": [{"id": "a", "name": "A", "devices": []}]}) as daemon:
        node = f"/dev/input/{pedal.nodes()['event'][0]}"
        equal(daemon.hwctl("devices").stdout, "No known controller is connected.\n", "before")
        refused = daemon.hwctl("devices", "learn", node, check=False)
        equal((refused.returncode, "add --keyboard" in refused.stderr), (1, True), "what says that it is a keyboard")
        learn = Command(daemon, "devices", "learn", node, "--keyboard", "--controls", "left,right", "--json")
        learn.wait_for("press each control of 'Cheap Pedal'")
        for key, name in (("04", "left"), ("05", "right")):
            pedal.report(f"0000{key}0000000000")
            pedal.report("0000000000000000")
            learn.wait_for(f"  {name}")
        status, output = learn.end()
        answer = json.loads(output)
        equal((status, answer["model"], answer["controls"], answer["ready"]),
              (0, "learned-1234-abcd", ["left", "right"], True), "what was learned")
        daemon.hwctl("profiles", "bind", "right", "keyboardShortcut", "F13", "--device", "learned-1234-abcd")
        monitor = Command(daemon, "monitor", "--json", "--raw")
        # Until the monitor hears: it says nothing when it begins.
        while not select.select([monitor.process.stdout], [], [], 0.2)[0]:
            pedal.report("0000050000000000")
            pedal.report("0000000000000000")
        pedal.report("0000050000000000")
        kinds = []
        while "began" not in kinds:
            kinds.append(json.loads(monitor.process.stdout.readline())["kind"])
        equal(kinds[-2:], ["pressed", "began"], "what the monitor shows")
        while (kind := json.loads(monitor.process.stdout.readline())["kind"]) != "raw":
            equal(kind in ("pressed", "released", "began", "ended"), True, f"{kind} before what was sent")
        pedal.report("0000000000000000")
        monitor.process.kill()
        monitor.process.communicate()
        refused = daemon.hwctl("devices", "forget", "1234:abcd", check=False)
        equal((refused.returncode, "has bindings in 'a'" in refused.stderr), (1, True), "forgetting a bound device")
        daemon.hwctl("profiles", "unbind", "right", "--device", "learned-1234-abcd")
        daemon.hwctl("devices", "forget", "1234:abcd")
        daemon.wait_for(lambda: not daemon.status()["devices"], what="the device let go of")


def case_learn_refused():
    """Teaching ends with nothing kept when the node is grabbed by another, held, unplugged, or not there."""
    import evdev
    pedal = Device("kinesis", 0x1234, 0xABCD, name="Cheap Pedal")
    with pedal, Daemon() as daemon:
        node = f"/dev/input/{pedal.nodes()['event'][0]}"

        def refusal(*words):
            result = daemon.hwctl("devices", "learn", "--keyboard", *words, check=False)
            equal(result.returncode, 1, f"exit status of {words}: {result.stderr}")
            return result.stderr
        for path, expected in (("/dev/input/event99", "no input device with keys"), (node, "another program has grabbed")):
            holder = evdev.InputDevice(node)
            holder.grab()
            if expected not in (message := refusal(path)):
                raise AssertionError(f"{expected!r} is not said: {message!r}")
            holder.ungrab()
            holder.close()
        pedal.report("0000040000000000")
        if "is held down" not in (message := refusal(node)):
            raise AssertionError(f"the held key is not said: {message!r}")
        pedal.report("0000000000000000")
        learn = Command(daemon, "devices", "learn", node, "--keyboard")
        learn.wait_for("press each control")
        pedal.unplug()
        learn.wait_for("was unplugged")
        equal(learn.end()[0], 1, "exit status after the unplug")
        equal(os.path.exists(f"{daemon.folder}/config/hwctl/devices.json"), False, "a file of devices")


def case_moved():
    """A pedal bound by its port and plugged in elsewhere is asked about, and one command moves its bindings."""
    first, second = "usb-test-1", "usb-test-2"
    old, new = f"05f3:00ff@{first}", f"05f3:00ff@{second}"
    profiles = {"schemaVersion": 2, "activeProfile": "a", "profiles": [{"id": "a", "name": "A", "devices": [
        {"match": {"model": "vec-infinity", "unit": old},
         "bindings": [{"control": "center", "mode": "hold", "action": {"type": "keyboardShortcut", "keys": "F13"}}]}]}]}
    with Daemon(profiles) as daemon:
        with Pedal(port=f"{first}/input0"):
            equal(daemon.wait_for_device().get("movedFrom"), None, "moved at its own port")
        daemon.wait_for(lambda: not daemon.status()["devices"], what="no device")
        with Pedal(port=f"{second}/input0") as pedal:
            equal(daemon.wait_for_device()["movedFrom"], old, "moved from")
            for words in (["devices"], ["status"], ["doctor"]):
                if f"hwctl profiles move '{old}' '{new}'" not in (shown := daemon.hwctl(*words, check=False).stdout):
                    raise AssertionError(f"hwctl {words[0]} does not ask: {shown}")
            daemon.hwctl("profiles", "move")
            equal(daemon.wait_for_device().get("movedFrom"), None, "moved after the command")
            pedal.press("center")
            daemon.wait_for(lambda: daemon.status()["activeActions"] == ["keyboardShortcut"], what="the shortcut")
            pedal.release("center")


def case_ambiguous():
    """Two pedals that say the same of themselves are both used and both shown as such."""
    with Pedal(port="usb-test-1/input0"), Daemon(DICTATE) as daemon:
        equal(daemon.wait_for_device()["isAmbiguous"], False, "one alone is ambiguous")
        with Pedal(port="usb-test-2/input0"):
            daemon.wait_for(lambda: [device["isAmbiguous"] for device in daemon.status()["devices"]] == [True, True],
                            what="two ambiguous devices")
            equal(daemon.hwctl("devices").stdout.count("Another unit looks the same"), 2, "remarks")
            equal(len({device["id"] for device in daemon.status()["devices"]}), 2, "ids")


def case_bind_by_press():
    """hwctl profiles bind without a control takes the one that is pressed, of the device that it is on."""
    with Pedal() as pedal, Daemon(DICTATE) as daemon:
        daemon.wait_for_device()
        bind_right = Command(daemon, "profiles", "bind", "keyboardShortcut", "F13")
        bind_right.wait_for("press the control now")
        # Until it hears, which it does not say.
        while bind_right.process.poll() is None:
            pedal.press("right")
            pedal.release("right")
            time.sleep(0.1)
        status, output = bind_right.end()
        equal((status, output), (0, "vec-infinity right is bound to keyboardShortcut F13 in 'test'. hwctld has read the "
                                    "profiles.\n"), "what was bound")
        pedal.press("right")
        daemon.wait_for(lambda: daemon.status()["activeActions"] == ["keyboardShortcut"], what="the shortcut")
        pedal.release("right")
