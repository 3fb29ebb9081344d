"""A login manager that does as the case says, on a system bus of its own: the part of org.freedesktop.login1(5) that
hwctl hears."""
import os
import select
import shutil
import subprocess
import tempfile
import threading

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.login1"
MANAGER, SESSION, PROPERTIES = f"{NAME}.Manager", f"{NAME}.Session", "org.freedesktop.DBus.Properties"
PATH, SESSION_PATH = "/org/freedesktop/login1", "/org/freedesktop/login1/session/_31"

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Object(dbus.service.Object):
    """An object with properties of one interface."""

    def __init__(self, bus, path, interface, **values):
        super().__init__(bus, path)
        self.interface, self.values = interface, values

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.values[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.values

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, values, invalidated):
        pass

    def change(self, **values):
        self.values.update(values)
        self.PropertiesChanged(self.interface, values, [])


class Manager(Object):
    """Knows one session, to which every process belongs."""

    inhibitor = None

    @dbus.service.method(MANAGER, in_signature="u", out_signature="o")
    def GetSessionByPID(self, process):
        return SESSION_PATH

    @dbus.service.method(MANAGER, in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        self.inhibitor, theirs = os.pipe()
        descriptor = dbus.types.UnixFd(theirs)
        os.close(theirs)
        return descriptor

    @dbus.service.signal(MANAGER, signature="b")
    def PrepareForSleep(self, begins):
        pass


class Login:
    """Usable as a context. `environment` leads hwctld to it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hwctl-login-", dir="/run")
        with open(f"{self.folder}/bus.conf", "w") as file:
            file.write(CONFIGURATION.format(folder=self.folder))
        self.daemon = subprocess.Popen(["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile",
                                        "--print-address=1"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        # It prints its address once it listens.
        self.daemon.stdout.readline()
        address = f"unix:path={self.folder}/bus"
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": address}
        self.bus = dbus.bus.BusConnection(address, mainloop=dbus.mainloop.glib.DBusGMainLoop())
        self.bus.set_exit_on_disconnect(False)
        self.manager = Manager(self.bus, PATH, MANAGER, PreparingForSleep=False)
        self.session = Object(self.bus, SESSION_PATH, SESSION, Active=True, LockedHint=False)
        self.bus.request_name(NAME)
        self.loop = GLib.MainLoop()
        self.thread = threading.Thread(target=self.loop.run, daemon=True)
        self.thread.start()

    def _do(self, work, *arguments, **values):
        """On the thread that serves the bus; returns when it is done."""
        done = threading.Event()

        def run():
            work(*arguments, **values)
            done.set()
            return False
        GLib.idle_add(run)
        if not done.wait(10):
            raise TimeoutError("the stand-in for logind does not run")

    def lock(self):
        self._do(self.session.change, LockedHint=True)

    def unlock(self):
        self._do(self.session.change, LockedHint=False)

    def switch(self, active):
        """Another session comes to the front, or this one again."""
        self._do(self.session.change, Active=active)

    def sleep(self):
        """Announces that the machine goes to sleep; what delays it is awaited with `wait_until_let_go`."""
        self.manager.values["PreparingForSleep"] = True
        self._do(self.manager.PrepareForSleep, True)

    def wait_until_let_go(self, limit=10):
        """Until hwctld has given back what delays the sleep."""
        if not select.select([self.manager.inhibitor], [], [], limit)[0]:
            raise TimeoutError("hwctld still delays the sleep")
        os.close(self.manager.inhibitor)
        self.manager.inhibitor = None

    def wake(self):
        self.manager.values["PreparingForSleep"] = False
        self._do(self.manager.PrepareForSleep, False)

    def close(self):
        self.loop.quit()
        self.thread.join()
        self.bus.close()
        self.daemon.terminate()
        self.daemon.wait()
        self.daemon.stdout.close()
        shutil.rmtree(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
