internal import Domain
internal import Glibc
internal import SystemCalls

extension BlockedDevice {
  /// For people: what is not ready, why, and what mends it.
  public var message: String {
    switch reason {
    case .busy(let holders):
      let names = holders.map { "\($0.command) (process \($0.process))" }.joined(separator: ", ")
      let who = names.isEmpty ? "another program of another user" : names
      return
        "\(title) is in use by \(who). Stop that program or take the device out of its configuration; hwctl "
        + "tries again by itself."
    case .permissionDenied:
      return
        "\(title) may not be opened by this user: the udev rule of hwctl is missing, or the session is not the "
        + "active one. Install 70-hwctl.rules, run “sudo udevadm control --reload”, then plug the device in again."
    case .keysHeld:
      return
        "\(title) has a control held down, so it was not taken over. Release it (is something standing on the "
        + "pedal?); hwctl goes on by itself."
    case .failed(let code):
      let why = SystemError(call: "open", subject: node, code: code).explanation
      return
        "\(title) cannot be used: \(why). Plug the device in again; “sudo dmesg” shows what the kernel says of it."
    }
  }

  private var title: String { "\(model) at \(node)" }
}
