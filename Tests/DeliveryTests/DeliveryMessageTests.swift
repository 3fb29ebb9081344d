import Glibc
import SystemCalls
import Testing

@testable import Delivery

/// The exact words, in one table.
@Suite struct DeliveryMessageTests {
  private static func error(_ code: DeliveryError.Code, _ subject: String, _ cause: CInt?) -> DeliveryError {
    DeliveryError(
      code, subject: subject, cause: cause.map { SystemError(call: "open", subject: subject, code: $0) })
  }

  private static let messages: [(DeliveryError, String)] = [
    (
      error(.noUinput, "/dev/uinput", ENOENT),
      "cannot make the virtual keyboard: /dev/uinput is missing (No such file or directory); "
        + "the kernel module is not loaded: try 'sudo modprobe uinput'"
    ),
    (
      error(.noUinputPermission, "/dev/uinput", EACCES),
      "cannot make the virtual keyboard: no right to open /dev/uinput (Permission denied); the udev rule of hwctl is "
        + "missing or not applied yet: install it, then 'sudo udevadm control --reload && sudo udevadm trigger "
        + "--name-match=uinput' and log in again"
    ),
    (
      error(.noKeymap, "xx(yy)", nil),
      "no keyboard layout 'xx(yy)' is installed; 'localectl list-x11-keymap-layouts' lists the names"
    ),
    (
      error(.noDisplay, ":7", nil),
      "cannot reach the display server :7; the daemon was started outside the desktop session: 'systemctl --user "
        + "import-environment DISPLAY XAUTHORITY WAYLAND_DISPLAY', then 'systemctl --user restart hwctld'"
    ),
    (
      error(.sinkFull, "/tmp/t", ENOSPC),
      "cannot write the text to /tmp/t: the disk is full (No space left on device); "
        + "'df -h' shows which, then free some space"
    ),
    (
      error(.sinkMissingFolder, "/tmp/n/t", ENOENT),
      "cannot write the text to /tmp/n/t: its folder is missing (No such file or directory); make it with 'mkdir -p'"
    ),
  ]

  @Test func `errors say what failed, why, and what to do`() {
    for (error, message) in Self.messages { #expect(error.message == message) }
  }

  @Test func `every error has a subject or a cause in its message, and a remedy`() {
    for code in DeliveryError.Code.allCases {
      let message = Self.error(code, "SUBJECT", EIO).message
      #expect(message.contains("SUBJECT") || message.contains("Input/output error"))
      #expect(message.contains(";"), "\(code)")
    }
  }

  @Test func `open failures of uinput are told apart`() {
    func code(_ number: CInt) -> DeliveryError.Code {
      UinputDevice.openFailure(SystemError(call: "open", subject: UinputDevice.path, code: number)).code
    }
    #expect(code(EACCES) == .noUinputPermission)
    #expect(code(EPERM) == .noUinputPermission)
    #expect(code(ENOENT) == .noUinput)
    #expect(code(ENODEV) == .noUinput)
    #expect(code(EMFILE) == .uinputFailed)
  }

  @Test(.enabled(if: access("/dev/uinput", F_OK) != 0))
  func `without uinput in the kernel the virtual keyboard names the remedy`() {
    let error = #expect(throws: DeliveryError.self) { try VirtualKeyboard() }
    #expect(error?.code == .noUinput)
    #expect(error?.message.contains("modprobe uinput") == true)
  }
}
