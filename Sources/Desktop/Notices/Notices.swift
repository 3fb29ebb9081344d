internal import Domain
public import MessageBus
internal import Synchronization

/// What the desktop shows a person for some seconds.
public struct Notice: Hashable, Sendable {
  /// One line. Shown on locked screens, too: never a dictated word.
  public var summary: String
  /// Plain text.
  public var body: String

  public init(summary: String, body: String) {
    self.summary = summary
    self.body = body
  }
}

/// Shows notices through the desktop's notification service (Desktop Notifications Specification 1.2). The newest takes the
/// place of the one before, so that a bad hour fills no screen.
public final class Notices: Sendable {
  /// A service that has to be started may take seconds; nobody waits for it.
  private static let timeLimit = Duration.seconds(10)
  private static let service = "org.freedesktop.Notifications"

  private let bus: MessageBus
  /// The id that the service gave the notice that it shows; 0 for none.
  private let shown = Mutex(UInt32(0))

  public init(bus: MessageBus) { self.bus = bus }

  /// Returns at once. Where there is no such service, nothing is shown.
  ///
  /// - Parameter done: called when the service has answered, or will not; on the bus's thread.
  public func show(_ notice: Notice, _ done: @escaping @Sendable () -> Void = {}) {
    bus.perform { [self] connection in
      connection.call(Self.call(for: notice, replacing: shown.withLock { $0 }), timeLimit: Self.timeLimit) {
        [self] result in
        let id = try? result.get().argument(0, \.integer)
        if let id { shown.withLock { $0 = UInt32(clamping: id) } }
        done()
      }
    }
  }

  /// `Notify(susssasa{sv}i)`: name, id to replace, icon, summary, body, actions, hints, time in milliseconds (-1: the
  /// service's own).
  static func call(for notice: Notice, replacing id: UInt32) -> BusCall {
    BusCall(
      service, "/org/freedesktop/Notifications", service, "Notify",
      [
        .string("hwctl"), .uint32(id), .string("audio-input-microphone"), .string(notice.summary),
        .string(escaped(notice.body)), .strings([]),
        .properties(["category": .string("transfer.error"), "urgency": .byte(1)]), .int32(-1),
      ])
  }

  /// Services with the capability "body-markup" read a body as markup.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
