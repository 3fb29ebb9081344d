internal import Domain
public import MessageBus

/// Whether the desktop has accessibility switched on, and what that means for delivery.
public enum AccessibilityStatus: Hashable, Sendable {
  /// Every application shows itself.
  case on
  /// GTK shows itself all the same; others do not.
  case off
  /// The session's bus knows no accessibility: at-spi2-core is not installed, or there is no session bus.
  case missing

  /// How long the session's bus may take; it may have to start the service.
  private static let limit = Duration.seconds(3)

  /// Asks org.a11y.Status (at-spi2-core, bus/at-spi-bus-launcher.c). Blocks for 3 s at most.
  public static func read(_ session: MessageBus) -> AccessibilityStatus {
    let answer = BlockingAnswer<AccessibilityStatus>()
    let isTaken = session.perform { connection in
      let call = BusCall.get("IsEnabled", of: "org.a11y.Status", "org.a11y.Bus", "/org/a11y/bus")
      connection.call(call, timeLimit: limit) { result in
        switch Result(catching: { try result.get().argument(0, \.boolean) }) {
        case .success(let isOn): answer.give(isOn ? .on : .off)
        case .failure: answer.give(.missing)
        }
      }
    }
    return isTaken ? answer.wait(limit: limit) ?? .missing : .missing
  }

  /// For people, in one sentence.
  public var message: String {
    switch self {
    case .on: "accessibility is on: applications show where the caret is"
    case .off:
      "accessibility is off: only GTK applications show where the caret is; in Qt, Firefox and others text is typed into the "
        + "window in front, and password fields cannot be recognised"
    case .missing:
      "there is no accessibility bus: text is typed into the window in front, and password fields cannot be recognised"
    }
  }

  /// The command that mends it; nil where nothing has to be. The setting lasts until it is set to false again.
  public var remedy: String? {
    switch self {
    case .on: nil
    case .off:
      "busctl --user set-property org.a11y.Bus /org/a11y/bus org.a11y.Status IsEnabled b true (then start the applications "
        + "anew; Chromium and Electron need the option --force-renderer-accessibility besides)"
    case .missing:
      "sudo apt install at-spi2-core, then log in again (where it is installed: there is no session bus here)"
    }
  }
}
