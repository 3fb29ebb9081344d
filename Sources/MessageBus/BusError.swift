/// Why a call, a connection or a message failed.
public struct BusError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// Nothing answers at the bus's address, or there is no address.
    case noBus
    /// The connection ended while it was in use, or there is none now.
    case disconnected
    /// The peer did not answer within the call's time limit. What was asked may still happen.
    case timedOut
    /// The peer left the bus before it answered.
    case peerGone
    /// Nobody has the name, and the bus knows no service that could be started for it.
    case unknownName
    /// The service for the name could not be started.
    case startFailed
    /// The peer has no such object, interface, method or property.
    case unknownMember
    /// The bus or the peer forbids it.
    case accessDenied
    /// The peer answered with another error; see `name`.
    case remote
    /// The answer does not have the types that were agreed on.
    case malformed
    /// The message cannot be made: a bug in hwctl.
    case invalidMessage
    /// Too many calls are waiting, or the bus takes no more.
    case overloaded
  }

  public var code: Code
  /// The D-Bus error name, "org.freedesktop.DBus.Error.AccessDenied", where there is one.
  public var name: String?
  /// What the peer or the library said. Private: shown, never logged.
  public var detail: String?

  public init(_ code: Code, name: String? = nil, detail: String? = nil) {
    self.code = code
    self.name = name
    self.detail = detail
  }

  /// An error that came over the bus. The names are those of the D-Bus specification and of sd-bus-protocol.h.
  public init(name: String, detail: String?) {
    self.init(Self.codes[name] ?? Self.family(name), name: name, detail: detail)
  }

  /// For people: what failed and why.
  public var message: String {
    let reason = detail.map { ": \($0)" } ?? name.map { ": \($0)" } ?? ""
    return switch code {
    case .noBus: "The message bus cannot be reached\(reason)."
    case .disconnected: "The connection to the message bus ended\(reason)."
    case .timedOut: "There was no answer in time\(reason)."
    case .peerGone: "The other program ended before it answered\(reason)."
    case .unknownName: "The other program is not running\(reason)."
    case .startFailed: "The service could not be started\(reason)."
    case .unknownMember: "The other program cannot do this\(reason)."
    case .accessDenied: "It is not allowed\(reason)."
    case .remote: "The other program refused\(reason)."
    case .malformed: "The answer was not understood\(reason)."
    case .invalidMessage: "The message could not be made\(reason); this is a bug in hwctl."
    case .overloaded: "Too many calls are waiting\(reason)."
    }
  }

  private static let codes: [String: Code] = [
    "org.freedesktop.DBus.Error.ServiceUnknown": .unknownName,
    "org.freedesktop.DBus.Error.NameHasNoOwner": .unknownName,
    "org.freedesktop.DBus.Error.NoReply": .peerGone,
    "org.freedesktop.DBus.Error.Timeout": .timedOut,
    "org.freedesktop.DBus.Error.TimedOut": .timedOut,
    "org.freedesktop.DBus.Error.Disconnected": .disconnected,
    "org.freedesktop.DBus.Error.UnknownMethod": .unknownMember,
    "org.freedesktop.DBus.Error.UnknownInterface": .unknownMember,
    "org.freedesktop.DBus.Error.UnknownObject": .unknownMember,
    "org.freedesktop.DBus.Error.UnknownProperty": .unknownMember,
    "org.freedesktop.DBus.Error.AccessDenied": .accessDenied,
    "org.freedesktop.DBus.Error.AuthFailed": .accessDenied,
    "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired": .accessDenied,
  ]

  private static func family(_ name: String) -> Code {
    name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") ? .startFailed : .remote
  }
}
