internal import CSystem
public import ControlProtocol
internal import Domain
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
public import SystemCalls

/// The control socket: one thread that polls, reads request lines, and writes reply lines.
///
/// Requests are handed to `onRequest` one at a time for each client: the next when the last was `answered` and its reply
/// has been taken. Replies may come from any thread. A follower that does not read is dropped when its output passes
/// `outputLimitBytes`, so it can never hold up the daemon. A socket whose file is removed is made again.
public final class ControlServer: Sendable {
  /// A connected client. Valid until it leaves; sending to one that has left does nothing.
  public struct Client: Hashable, Sendable {
    let number: Int
  }

  /// More than any one user runs at once; each costs one descriptor. The next one takes the place of the client that has
  /// been idle longest, or is told that there is no room.
  static let clientLimit = 32
  /// Clients that have left and that the owner has not forgotten yet; while there are so many, nobody new is let in. With
  /// the limit above it bounds what can wait for the owner.
  static let leavingLimit = 32
  /// What a stalled follower may owe before it is dropped: some seconds of events.
  static let outputLimitBytes = 1 << 20

  let path: String
  /// How long a client must have been idle to be closed for another's sake: it may be about to ask.
  let idleGrace: Duration
  private let version: String
  private let onRequest: @Sendable (ControlRequest, Client) -> Void
  private let onLeave: @Sendable (Client) -> Void
  private let wake: WakeEvent
  private let outbox = Mutex<Outbox>(Outbox())

  struct Outbox {
    var lines: [(client: Int, bytes: [UInt8])] = []
    var answered: [Int] = []
    var forgotten: [Int] = []
    var stopping = false
  }

  /// - Parameters:
  ///   - version: of the daemon, for those who ask for something that it does not know.
  ///   - onLeave: told of a client that had asked something; to be answered by `forget`.
  public init(
    path: String, version: String, idleGrace: Duration = .seconds(1),
    onRequest: @escaping @Sendable (ControlRequest, Client) -> Void,
    onLeave: @escaping @Sendable (Client) -> Void
  ) throws(SystemError) {
    self.path = path
    self.version = version
    self.idleGrace = idleGrace
    self.onRequest = onRequest
    self.onLeave = onLeave
    wake = try WakeEvent()
  }

  /// Listens and serves from a thread of its own.
  public func start() throws(SystemError) {
    // Handed to the thread, which alone uses it; a noncopyable value cannot be captured.
    let listener = try ControlListener(path: path)
    let thread = Thread(name: "control") { [self] in
      var loop = ControlLoop(listener: listener, server: self)
      loop.run()
    }
    thread.start()
  }

  /// Closes the socket file and ends the thread soon after.
  public func stop() {
    // First, so that the thread does not take the file for one that was removed.
    outbox.withLock { $0.stopping = true }
    unlink(path)
    wake.signal()
  }

  public func send(_ reply: ControlReply, to client: Client) {
    let bytes = Self.line(reply)
    outbox.withLock { $0.lines.append((client.number, bytes)) }
    wake.signal()
  }

  /// The client's request has had all its replies, or for one that follows, its first; to be called once for each.
  public func answered(_ client: Client) {
    outbox.withLock { $0.answered.append(client.number) }
    wake.signal()
  }

  /// Nothing is kept of a client that has left.
  public func forget(_ client: Client) {
    outbox.withLock { $0.forgotten.append(client.number) }
    wake.signal()
  }

  // What the loop needs of its server.

  var wakeDescriptor: CInt { wake.descriptor.rawValue }
  var isStopping: Bool { outbox.withLock { $0.stopping } }

  static func line(_ reply: ControlReply) -> [UInt8] {
    guard let bytes = try? Array(JSONEncoder().encode(reply)) else {
      preconditionFailure("a reply of strings and numbers always encodes")
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  func takeOutbox() -> Outbox {
    wake.clear()
    return outbox.withLock { outbox in
      defer {
        outbox.lines = []
        outbox.answered = []
        outbox.forgotten = []
      }
      return outbox
    }
  }

  /// - Parameter hasLeft: the client is not there any more, as when the daemon was stopped for longer than it waited.
  /// - Returns: whether the client stays to listen.
  func received(_ line: [UInt8], from client: Int, hasLeft: Bool) -> Bool {
    let client = Client(number: client)
    do throws(ControlFailure) {
      let request = try ControlRequest(line: line, daemonVersion: version)
      if hasLeft && request.beginsSomething {
        answered(client)
        return false
      }
      onRequest(request, client)
      return request.isStream
    } catch {
      send(ControlReply(error: error), to: client)
      answered(client)
      return false
    }
  }

  func left(_ client: Int) { onLeave(Client(number: client)) }
}

extension ControlRequest {
  /// The words of a request before they are known to be ours: a newer hwctl may use others.
  private struct Words: Decodable {
    var version: Int
    var name: String
    var verb: String?
  }

  /// - Throws: `badRequest`, `unsupportedVersion`, or `unknownRequest` for words of another version.
  fileprivate init(line: [UInt8], daemonVersion: String) throws(ControlFailure) {
    let data = Data(line)
    guard let words = try? JSONDecoder().decode(Words.self, from: data) else { throw Self.malformed }
    guard words.version == Self.currentVersion else {
      throw ControlFailure(
        .unsupportedVersion,
        "hwctld speaks version \(Self.currentVersion) of the control protocol, not \(words.version): "
          + "restart hwctld after an update.")
    }
    guard Name(rawValue: words.name) != nil else {
      throw Self.unknown("the request '\(words.name.prefix(40))'", daemonVersion)
    }
    if let verb = words.verb, ActionVerb(rawValue: verb) == nil {
      throw Self.unknown("the verb '\(verb.prefix(40))'", daemonVersion)
    }
    guard let request = try? JSONDecoder().decode(ControlRequest.self, from: data) else {
      throw Self.malformed
    }
    self = request
  }

  private static let malformed = ControlFailure(
    .badRequest, "this line is not a request that hwctld understands.")

  private static func unknown(_ what: String, _ daemonVersion: String) -> ControlFailure {
    ControlFailure(
      .unknownRequest,
      "this hwctld is version \(daemonVersion) and does not know \(what). After an update restart it: "
        + "systemctl --user restart hwctld")
  }
}
