public import SystemCalls

/// Why text or keys could not be delivered.
public struct DeliveryError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, CaseIterable, Sendable {
    /// The kernel offers no /dev/uinput.
    case noUinput
    /// This user may not open /dev/uinput.
    case noUinputPermission
    /// The kernel refused to make the device.
    case uinputFailed
    /// The kernel refused key events of a device that had been made.
    case keyboardGone
    /// The active virtual terminal cannot be opened or does not translate keys.
    case noConsole
    /// libxkbcommon knows no such layout.
    case noKeymap
    /// No X server or Wayland compositor answers at this display.
    case noDisplay
    /// The X server or Wayland compositor has ended.
    case displayGone
    /// The compositor offers no virtual keyboard.
    case noVirtualKeyboard
    case sinkFull
    case sinkNotWritable
    case sinkMissingFolder
    /// The path names a folder, pipe or device.
    case sinkNotFile
    /// The reader of standard output has gone.
    case sinkClosed
    case sinkFailed
  }

  public var code: Code
  /// A path or the names of a layout. Private: shown to the user, never logged.
  public var subject: String
  /// What the kernel said, where it was asked.
  public var cause: SystemError?

  public init(_ code: Code, subject: String, cause: SystemError? = nil) {
    self.code = code
    self.subject = subject
    self.cause = cause
  }

  public var description: String { message }

  /// What failed, on what, why, and what to do about it.
  public var message: String {
    let reason = cause.map { " (\($0.explanation))" } ?? ""
    return switch code {
    case .noUinput:
      "cannot make the virtual keyboard: \(subject) is missing\(reason); "
        + "the kernel module is not loaded: try 'sudo modprobe uinput'"
    case .noUinputPermission:
      "cannot make the virtual keyboard: no right to open \(subject)\(reason); "
        + "the udev rule of hwctl is missing or not applied yet: install it, then "
        + "'sudo udevadm control --reload && sudo udevadm trigger --name-match=uinput' and log in again"
    case .uinputFailed:
      "cannot make the virtual keyboard: the kernel refused it\(reason); see 'sudo dmesg | tail'"
    case .keyboardGone:
      "the virtual keyboard takes no more keys\(reason); restart hwctl: 'systemctl --user restart hwctld'"
    case .noConsole:
      "cannot read the keys of the virtual terminal \(subject)\(reason); "
        + "log in on that terminal, or choose a layout in the preferences"
    case .noKeymap:
      "no keyboard layout '\(subject)' is installed; 'localectl list-x11-keymap-layouts' lists the names"
    case .noVirtualKeyboard:
      "\(subject) offers no virtual keyboard (virtual-keyboard-unstable-v1); typed keys go through /dev/uinput instead"
    case .noDisplay:
      "cannot reach the display server \(subject); the daemon was started outside the desktop session: "
        + "'systemctl --user import-environment DISPLAY XAUTHORITY WAYLAND_DISPLAY', then 'systemctl --user restart hwctld'"
    case .displayGone:
      "the display server (\(subject)) has ended or does not answer; hwctl connects again at the next text; in a new session: "
        + "'systemctl --user restart hwctld'"
    default: sinkMessage(reason)
    }
  }

  private func sinkMessage(_ reason: String) -> String {
    let start = "cannot write the text to \(subject)"
    return switch code {
    case .sinkFull: "\(start): the disk is full\(reason); 'df -h' shows which, then free some space"
    case .sinkNotWritable: "\(start): no right to write there\(reason); 'ls -ld' on the path shows its owner"
    case .sinkMissingFolder: "\(start): its folder is missing\(reason); make it with 'mkdir -p'"
    case .sinkNotFile: "\(start): it is not a regular file; name a file in the preferences"
    case .sinkClosed: "\(start): its reader has gone\(reason); start the command again"
    default: "\(start)\(reason); see 'sudo dmesg | tail' for errors of the disk"
    }
  }
}
