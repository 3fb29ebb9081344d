#!/usr/bin/python3
"""gtk-receiver.py entry|view FILE: a GTK 3 window whose text is in FILE whenever it has changed; SIGUSR1 empties it."""
import os
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

kind, path = sys.argv[1:3]
window = Gtk.Window(title="receiver")
widget = Gtk.Entry() if kind == "entry" else Gtk.TextView()
source = widget if kind == "entry" else widget.get_buffer()


def text():
    if kind == "entry":
        return widget.get_text()
    return source.get_text(source.get_start_iter(), source.get_end_iter(), True)


def save(*_):
    with open(path + ".new", "w", encoding="utf-8", newline="") as file:
        file.write(text())
    os.rename(path + ".new", path)


def empty():
    source.set_text("")
    save()
    return True


pending = []


def changed(*_):
    """Written once for many characters; not in an idle moment, which never comes while GTK lays a long line out."""
    if not pending:
        pending.append(GLib.timeout_add(20, lambda: (pending.clear(), save(), False)[-1]))


source.connect("changed", changed)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, empty)
if kind == "entry":
    window.add(widget)
else:
    # Else the window grows with the text, beyond what X11 allows, and the program ends.
    widget.set_wrap_mode(Gtk.WrapMode.CHAR)
    scrolled = Gtk.ScrolledWindow()
    scrolled.add(widget)
    window.add(scrolled)
window.set_default_size(300, 200)
window.connect("destroy", Gtk.main_quit)
widget.connect("focus-in-event", lambda *_: save())
window.show_all()
widget.grab_focus()
window.present()
Gtk.main()
