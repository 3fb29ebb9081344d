"""What hwctld tells of Devices and their Controls."""
import json

EMPTY = {"schemaVersion": 1, "activeProfile": "test", "profiles": [{"id": "test", "name": "Test", "devices": []}]}


class Monitor:
    """What hwctld tells of Controls."""

    def __init__(self, daemon):
        self.daemon = daemon
        daemon.control.sendall(b'{"version": 1, "name": "monitor"}\n')
        # Requests are answered in order, and this one has no answer of its own: the next answer says that it counts.
        daemon.ask("status")

    def next(self, count):
        """The next events as text: "press left", "shuttle 3"."""
        found = []
        while len(found) < count:
            line = json.loads(self.daemon.lines.readline())
            if "event" in line and line["event"].get("control"):
                found.append(self.text(line["event"]))
        return found

    @staticmethod
    def text(event):
        if event["kind"] == "value":
            return f"{event['control']} {event['value']}"
        return f"{'press' if event['kind'] == 'pressed' else 'release'} {event['control']}"


def ready(daemon, model):
    return daemon.wait_for(lambda: next((device for device in daemon.status()["devices"]
                                         if device["model"] == model and device["state"] == "ready"), None),
                           what=f"{model} ready")


def gone(daemon):
    daemon.wait_for(lambda: not daemon.status()["devices"], what="no device")
