internal import CSystem
public import ControlProtocol
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
public import SystemCalls

/// The control socket: one thread that polls, reads request lines, and writes reply lines.
///
/// Requests are handed to `onRequest` one at a time for each client: the next when the last was `answered` and its reply
/// has been taken. Replies may come from any thread. A follower that does not read is dropped when its output passes
/// `outputLimitBytes`, so it can never hold up the daemon.
public final class ControlServer: Sendable {
  /// A connected client. Valid until it leaves; sending to one that has left does nothing.
  public struct Client: Hashable, Sendable {
    let number: Int
  }

  /// More than any one user runs at once; each costs one descriptor.
  static let clientLimit = 32
  /// What a stalled follower may owe before it is dropped: some seconds of events.
  static let outputLimitBytes = 1 << 20

  private let path: String
  private let onRequest: @Sendable (ControlRequest, Client) -> Void
  private let onLeave: @Sendable (Client) -> Void
  private let wake: WakeEvent
  private let outbox = Mutex<Outbox>(Outbox())

  struct Outbox {
    var lines: [(client: Int, bytes: [UInt8])] = []
    var answered: [Int] = []
    var stopping = false
  }

  public init(
    path: String, onRequest: @escaping @Sendable (ControlRequest, Client) -> Void,
    onLeave: @escaping @Sendable (Client) -> Void
  ) throws(SystemError) {
    self.path = path
    self.onRequest = onRequest
    self.onLeave = onLeave
    wake = try WakeEvent()
  }

  /// Listens and serves from a thread of its own.
  public func start() throws(SystemError) {
    let listener = try UnixSocket.listen(path)
    guard hwctl_set_nonblocking(listener.rawValue) == 0 else {
      throw SystemError(call: "set non-blocking", subject: path)
    }
    let descriptor = listener.release()
    let thread = Thread(name: "control") { [self] in
      var loop = ControlLoop(listener: FileDescriptor(owning: descriptor), server: self)
      loop.run()
    }
    thread.start()
  }

  /// Closes the socket file and ends the thread soon after.
  public func stop() {
    unlink(path)
    outbox.withLock { $0.stopping = true }
    wake.signal()
  }

  public func send(_ reply: ControlReply, to client: Client) {
    guard var bytes = try? Array(JSONEncoder().encode(reply)) else {
      preconditionFailure("a reply of strings and numbers always encodes")
    }
    bytes.append(UInt8(ascii: "\n"))
    outbox.withLock { $0.lines.append((client.number, bytes)) }
    wake.signal()
  }

  /// The client's request has had all its replies, or for one that follows, its first; to be called once for each.
  public func answered(_ client: Client) {
    outbox.withLock { $0.answered.append(client.number) }
    wake.signal()
  }

  // What the loop needs of its server.

  var wakeDescriptor: CInt { wake.descriptor.rawValue }

  func takeOutbox() -> Outbox {
    wake.clear()
    return outbox.withLock { outbox in
      defer {
        outbox.lines = []
        outbox.answered = []
      }
      return outbox
    }
  }

  func received(_ line: [UInt8], from client: Int) {
    let client = Client(number: client)
    guard let request = try? JSONDecoder().decode(ControlRequest.self, from: Data(line)) else {
      return refuse(client, .badRequest, "this line is not a request that hwctld understands.")
    }
    guard request.version == ControlRequest.currentVersion else {
      let message =
        "hwctld speaks version \(ControlRequest.currentVersion) of the control protocol, not \(request.version): "
        + "restart hwctld after an update."
      return refuse(client, .unsupportedVersion, message)
    }
    onRequest(request, client)
  }

  private func refuse(_ client: Client, _ code: ControlFailure.Code, _ message: String) {
    send(ControlReply(error: ControlFailure(code, message)), to: client)
    answered(client)
  }

  func left(_ client: Int) { onLeave(Client(number: client)) }
}
