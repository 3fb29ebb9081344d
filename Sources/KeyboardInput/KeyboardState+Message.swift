internal import Domain
internal import SystemCalls

extension KeyboardStatus {
  /// For people: what is not ready, why, and what mends it. Nil while all is well.
  public var message: String? {
    switch state {
    case .ready, .starting, .suspended: return nil
    case .missing:
      return
        "No keyboard “\(selection.match)” is plugged in. Plug it in, or correct the list of keyboards; “hwctl devices” "
        + "shows the names."
    case .permissionDenied(let path): return "\(title) is not used: " + Self.permission(path)
    case .busy(let holders):
      let names = holders.map { "\($0.command) (process \($0.process))" }.joined(separator: ", ")
      return
        "\(title) is in use by \(names.isEmpty ? "another program of another user" : names). Stop that program, or list "
        + "the keyboard with mode “observe”; hwctl tries again by itself."
    case .keysHeld:
      return "\(title) has a key held down, so it was not taken over. Release it; hwctl goes on by itself."
    case .notRead:
      return
        "\(title) was not taken over: no desktop reads its virtual copy, and typing would be lost. In a graphical session "
        + "this passes by itself; else list it with mode “observe”."
    case .notAKeyboard:
      return "\(title) has no keys of a keyboard. Take it out of the list of keyboards."
    case .driven:
      return
        "\(title) is a device whose controls hwctl binds already. Take it out of the list of keyboards and bind its "
        + "controls in a profile."
    case .listedTwice:
      return "\(title) is listed twice. Take one entry out of the list of keyboards."
    case .failed(let path, let code):
      let why = SystemError(call: "open", subject: path, code: code).explanation
      return
        "\(title) cannot be used: \(path): \(why). Plug it in again; “sudo dmesg” shows what the kernel says of it."
    }
  }

  private var title: String { "The keyboard “\(name ?? selection.match.description)”" }

  private static func permission(_ path: String) -> String {
    path == CopyKeyboard.path
      ? "\(path) may not be opened by this user. Install 70-hwctl.rules, then run “sudo udevadm control --reload” and "
        + "“sudo udevadm trigger \(path)”."
      : "\(path) may not be opened by this user. Give the user access to this one keyboard with a udev rule "
        + "(TAG+=\"uaccess\"), or add the user to the group “input”, which lets every program read every keyboard."
  }
}

extension ChordProblem {
  /// For people: why the chord is without effect, and what to do.
  public var message: String {
    switch reason {
    case .unavailableKey:
      "The chord “\(chord)” has a key that the keyboard layout does not have. Choose another key, or set the layout in the "
        + "preferences."
    case .duplicate(let other):
      "The chord “\(chord)” is the same keys as “\(other)”. Change one of them."
    }
  }
}
