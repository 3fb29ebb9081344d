internal import Glibc
internal import MessageBus

/// Who we are to logind.
public struct SessionIdentity: Hashable, Sendable {
  /// $XDG_SESSION_ID. A user service has one only where the desktop imported it, and then it may be an old one.
  public var sessionID: String?
  public var processID: UInt32
  public var userID: UInt32

  public init(sessionID: String?, processID: UInt32, userID: UInt32) {
    self.sessionID = sessionID
    self.processID = processID
    self.userID = userID
  }

  public static func current() -> SessionIdentity {
    SessionIdentity(
      sessionID: getenv("XDG_SESSION_ID").map { String(cString: $0) }, processID: UInt32(getpid()),
      userID: getuid())
  }
}

/// Finds the object path of our session: by its id where it is ours, by our process, by the user's display session.
struct SessionSearch {
  private static let login = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"

  private let identity: SessionIdentity
  private let connection: BusConnection
  private let timeLimit: Duration

  init(_ identity: SessionIdentity, _ connection: BusConnection, timeLimit: Duration) {
    self.identity = identity
    self.connection = connection
    self.timeLimit = timeLimit
  }

  func run(_ completion: @escaping (Result<String, BusError>) -> Void) {
    guard let id = identity.sessionID, !id.isEmpty else { return byProcess(completion) }
    manager("GetSession", .string(id)) { result in
      guard case .success(let session) = result else { return byProcess(completion) }
      isOurs(session) { if $0 { completion(.success(session)) } else { byProcess(completion) } }
    }
  }

  private func byProcess(_ completion: @escaping (Result<String, BusError>) -> Void) {
    manager("GetSessionByPID", .uint32(identity.processID)) { result in
      if case .success = result { return completion(result) }
      byUser(completion)
    }
  }

  /// A user service belongs to no session; the one that its user sees is meant.
  private func byUser(_ completion: @escaping (Result<String, BusError>) -> Void) {
    manager("GetUser", .uint32(identity.userID)) { result in
      guard case .success(let user) = result else { return completion(result) }
      get("Display", "org.freedesktop.login1.User", user) { result in
        completion(
          result.flatMap { (value) -> Result<String, BusError> in
            guard let path = value.fields?.last?.objectPath, path != "/" else {
              return .failure(BusError(.remote, detail: "the user has no session with a display"))
            }
            return .success(path)
          })
      }
    }
  }

  private func isOurs(_ session: String, _ completion: @escaping (Bool) -> Void) {
    get("User", "org.freedesktop.login1.Session", session) { result in
      completion((try? result.get())?.fields?.first?.integer == Int64(identity.userID))
    }
  }

  private func manager(
    _ member: String, _ argument: BusValue, _ completion: @escaping (Result<String, BusError>) -> Void
  ) {
    let call = BusCall(
      Self.login, Self.path, "org.freedesktop.login1.Manager", member, [argument], startsService: false)
    connection.call(call, timeLimit: timeLimit) { result in
      completion(Result { () throws(BusError) in try result.get().argument(0, \.objectPath) })
    }
  }

  private func get(
    _ property: String, _ interface: String, _ path: String,
    _ completion: @escaping (Result<BusValue, BusError>) -> Void
  ) {
    let call = BusCall.get(property, of: interface, Self.login, path, startsService: false)
    connection.call(call, timeLimit: timeLimit) { result in
      completion(Result { () throws(BusError) in try result.get().argument(0, { $0.unwrapped }) })
    }
  }
}
