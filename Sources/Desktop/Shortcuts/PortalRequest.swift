internal import MessageBus

/// One request to the portal: a method whose answer comes later as a signal on an object of its own
/// (org.freedesktop.portal.Request; the signal may come before the method returns, so it is subscribed to first).
final class PortalRequest {
  static let portal = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"
  /// For the method itself, the start of the portal included: it starts its backends in turn.
  static let callLimit = Duration.seconds(25)

  private let connection: BusConnection
  private var completion: ((Result<[String: BusValue], ShortcutsTroubleError>) -> Void)?
  private var subscriptions: [BusSubscription] = []
  private var timer: BusTimer?

  private init(
    _ connection: BusConnection,
    _ completion: @escaping (Result<[String: BusValue], ShortcutsTroubleError>) -> Void
  ) {
    self.connection = connection
    self.completion = completion
  }

  /// - Parameters:
  ///   - token: unique in this connection; letters, digits and underscores.
  ///   - responseLimit: nil where a person answers.
  ///   - call: given the options' `handle_token`.
  static func run(
    _ connection: BusConnection, token: String, responseLimit: Duration?, _ call: BusCall,
    _ completion: @escaping (Result<[String: BusValue], ShortcutsTroubleError>) -> Void
  ) {
    let request = PortalRequest(connection, completion)
    guard let name = connection.uniqueName else { return request.finish(.failure(.init(trouble: .noBus))) }
    let sender = String(name.dropFirst().map { $0 == "." ? "_" : $0 })
    let expected = "\(path)/request/\(sender)/\(token)"
    request.listen(expected)
    if let responseLimit {
      request.timer = connection.after(responseLimit) { request.finish(.failure(.init(trouble: .noAnswer))) }
    }
    connection.call(call, timeLimit: callLimit) { result in
      switch result {
      case .success(let reply):
        // Portals before 0.9 choose another path; then this is where the answer comes.
        if let path = try? reply.argument(0, \.objectPath), path != expected { request.listen(path) }
      case .failure(let error): request.finish(.failure(.init(trouble: error.code.shortcutsTrouble)))
      }
    }
  }

  private func listen(_ path: String) {
    guard completion != nil else { return }
    let match = BusMatch(
      sender: Self.portal, path: path, interface: "org.freedesktop.portal.Request", member: "Response")
    let subscription = try? connection.subscribe(match) { [self] signal in
      guard let code = try? signal.argument(0, \.integer), let results = try? signal.argument(1, \.properties)
      else {
        return finish(.failure(.init(trouble: .failed)))
      }
      switch code {
      case 0: finish(.success(results))
      case 1: finish(.failure(.init(trouble: .denied)))
      default: finish(.failure(.init(trouble: .ended)))
      }
    }
    if let subscription { subscriptions.append(subscription) }
  }

  private func finish(_ result: Result<[String: BusValue], ShortcutsTroubleError>) {
    guard let completion else { return }
    self.completion = nil
    for subscription in subscriptions { connection.cancel(subscription) }
    if let timer { connection.cancel(timer) }
    completion(result)
  }
}

struct ShortcutsTroubleError: Error {
  var trouble: ShortcutsTrouble
}

extension BusError.Code {
  var shortcutsTrouble: ShortcutsTrouble {
    switch self {
    case .noBus, .disconnected: .noBus
    case .unknownName, .startFailed: .noPortal
    case .unknownMember: .noBackend
    case .peerGone: .portalGone
    case .timedOut: .noAnswer
    case .accessDenied, .remote, .malformed, .invalidMessage, .overloaded: .failed
    }
  }
}
