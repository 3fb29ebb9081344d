"""A window with one widget for text, told what to do over descriptor 3 and answering over descriptor 4, a JSON line each.

editable.py TOOLKIT WIDGET: gtk3, gtk4, qt5 or qt6; entry, view, plain (Qt), password, readonly or button.
Offsets are in code points, whatever the toolkit counts.
"""
import json
import os
import sys

toolkit, widget = sys.argv[1:3]


def units(text, offset):
    return len(text[:offset].encode("utf-16-le")) // 2


def points(text, offset):
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", "replace"))


class GTK:
    def __init__(self):
        import gi
        gi.require_version("Gtk", "3.0" if toolkit == "gtk3" else "4.0")
        from gi.repository import GLib, Gtk
        self.GLib, self.Gtk = GLib, Gtk
        if toolkit == "gtk4":
            Gtk.init()
        self.loop = GLib.MainLoop()
        window = Gtk.Window(title="editable")
        window.set_default_size(300, 200)
        if widget in ("view", "readonly"):
            self.editor = Gtk.TextView()
            self.editor.set_editable(widget == "view")
        elif widget == "button":
            self.editor = Gtk.Button(label="button")
        elif widget == "password" and toolkit == "gtk4":
            self.editor = Gtk.PasswordEntry()
        else:
            self.editor = Gtk.Entry()
            self.editor.set_visibility(widget != "password")
        self.other = Gtk.Button(label="other")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for child in (self.editor, self.other):
            box.add(child) if toolkit == "gtk3" else box.append(child)
        window.add(box) if toolkit == "gtk3" else window.set_child(box)
        window.connect("destroy" if toolkit == "gtk3" else "close-request", lambda *_: self.loop.quit())
        self.editor.grab_focus()
        if toolkit == "gtk3":
            window.show_all()
        window.present()
        self.window = window

    def watch(self, receive):
        self.GLib.unix_fd_add_full(0, 3, self.GLib.IOCondition.IN, lambda *_: receive())

    def run(self):
        self.loop.run()

    def has_focus(self):
        return bool(self.window.is_active() and self.window.get_focus() is not None
                    and (self.window.get_focus() == self.editor
                         or toolkit == "gtk4" and self.window.get_focus().get_parent() == self.editor))

    def is_view(self):
        return isinstance(self.editor, self.Gtk.TextView)

    def text(self):
        if not self.is_view():
            return self.editor.get_text()
        buffer = self.editor.get_buffer()
        return buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)

    def set_text(self, text):
        (self.editor.get_buffer() if self.is_view() else self.editor).set_text(text)

    def caret(self):
        if not self.is_view():
            return self.editor.get_position()
        return self.editor.get_buffer().get_property("cursor-position")

    def set_caret(self, offset):
        if not self.is_view():
            return self.editor.set_position(offset)
        buffer = self.editor.get_buffer()
        buffer.place_cursor(buffer.get_iter_at_offset(offset))

    def select(self, start, end):
        if not self.is_view():
            return self.editor.select_region(start, end)
        buffer = self.editor.get_buffer()
        buffer.select_range(buffer.get_iter_at_offset(start), buffer.get_iter_at_offset(end))

    def secure(self):
        self.editor.set_visibility(False)


class Qt:
    def __init__(self):
        if toolkit == "qt5":
            from PyQt5 import QtCore, QtWidgets
        else:
            from PyQt6 import QtCore, QtWidgets
        self.QtCore, self.QtWidgets = QtCore, QtWidgets
        self.app = QtWidgets.QApplication(sys.argv[:1])
        window = QtWidgets.QWidget()
        if widget == "view":
            self.editor = QtWidgets.QTextEdit()
        elif widget in ("plain", "readonly"):
            self.editor = QtWidgets.QPlainTextEdit()
            self.editor.setReadOnly(widget == "readonly")
        elif widget == "button":
            self.editor = QtWidgets.QPushButton("button")
        else:
            self.editor = QtWidgets.QLineEdit()
            if widget == "password":
                self.secure()
        self.other = QtWidgets.QPushButton("other")
        layout = QtWidgets.QVBoxLayout(window)
        layout.addWidget(self.editor)
        layout.addWidget(self.other)
        window.show()
        self.editor.setFocus()
        window.activateWindow()
        self.window = window

    def watch(self, receive):
        self.notifier = self.QtCore.QSocketNotifier(3, self.QtCore.QSocketNotifier.Type.Read)
        self.notifier.activated.connect(lambda *_: receive())

    def run(self):
        self.app.exec()

    def has_focus(self):
        return self.editor.hasFocus()

    def is_line(self):
        return isinstance(self.editor, self.QtWidgets.QLineEdit)

    def text(self):
        return self.editor.text() if self.is_line() else self.editor.toPlainText()

    def set_text(self, text):
        self.editor.setText(text) if self.is_line() else self.editor.setPlainText(text)

    def caret(self):
        at = self.editor.cursorPosition() if self.is_line() else self.editor.textCursor().position()
        return points(self.text(), at)

    def set_caret(self, offset):
        self.select(offset, offset)

    def select(self, start, end):
        start, end = units(self.text(), start), units(self.text(), end)
        if self.is_line():
            self.editor.deselect()
            self.editor.setCursorPosition(start)
            if end > start:
                self.editor.setSelection(start, end - start)
            return
        cursor = self.editor.textCursor()
        cursor.setPosition(start)
        mode = self.QtWidgets.QTextEdit
        from importlib import import_module
        gui = import_module(f"PyQt{toolkit[-1]}.QtGui")
        cursor.setPosition(end, gui.QTextCursor.MoveMode.KeepAnchor)
        self.editor.setTextCursor(cursor)

    def secure(self):
        self.editor.setEchoMode(self.QtWidgets.QLineEdit.EchoMode.Password)


program = GTK() if toolkit.startswith("gtk") else Qt()
waiting = b""


def act(order):
    if "text" in order:
        program.set_text(order["text"])
    if "caret" in order:
        program.set_caret(order["caret"])
    if "select" in order:
        program.select(*order["select"])
    if order.get("secure"):
        program.secure()
    if order.get("leave"):
        program.other.grab_focus() if isinstance(program, GTK) else program.other.setFocus()
    text = "" if widget == "button" else program.text()
    caret = 0 if widget == "button" else program.caret()
    return {"text": text, "caret": caret, "focus": program.has_focus()}


def receive():
    global waiting
    data = os.read(3, 1 << 16)
    if not data:
        os._exit(0)
    waiting += data
    while b"\n" in waiting:
        line, waiting = waiting.split(b"\n", 1)
        os.write(4, json.dumps(act(json.loads(line))).encode() + b"\n")
    return True


program.watch(receive)
program.run()
