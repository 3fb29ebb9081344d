public import ControlProtocol
internal import FoundationEssentials
internal import Glibc
internal import SystemCalls

/// A connection to the daemon: writes request lines, reads reply lines. Ends the process with a message when it cannot.
public struct ControlClient: ~Copyable {
  /// What an answer may take: it is made within milliseconds unless hwctld hangs.
  private static let answerLimit: CInt = 5

  private let socket: FileDescriptor
  private var input: [UInt8] = []

  /// Nil when no daemon listens.
  public static func connectIfRunning() -> ControlClient? {
    let path = Directories.standard().controlSocket
    do throws(SystemError) {
      let socket = try UnixSocket.connect(path)
      guard try UnixSocket.peerUser(of: socket) == getuid() else {
        Terminal.fail(.failed, "the control socket \(path) belongs to another user: nothing was sent to it.")
      }
      return ControlClient(socket: socket)
    } catch {
      if error.code == ENOENT || error.code == ECONNREFUSED { return nil }
      Terminal.fail(.failed, "\(error.description).")
    }
  }

  public static func connect() -> ControlClient {
    guard let client = connectIfRunning() else {
      Terminal.fail(
        .noDaemon,
        "hwctld is not running. Start it with 'systemctl --user start hwctld', or run 'hwctld' in a terminal."
      )
    }
    return client
  }

  /// What a running daemon says of itself; nil when none runs.
  public static func runningStatus() -> StatusReport? {
    guard var client = connectIfRunning() else { return nil }
    return client.ask(ControlRequest(.status)).status
  }

  private init(socket: consuming FileDescriptor) { self.socket = socket }

  public mutating func send(_ request: ControlRequest) {
    guard var bytes = try? Array(JSONEncoder().encode(request)) else {
      preconditionFailure("a request of strings always encodes")
    }
    bytes.append(UInt8(ascii: "\n"))
    do throws(SystemError) { try UnixSocket.send(bytes, on: socket) } catch {
      // A daemon that hung up at once may have said why.
      _ = receive()
      Terminal.fail(.noDaemon, "hwctld went away: \(error.explanation).")
    }
  }

  /// The next reply; nil when the daemon has closed the connection. An error reply ends the process.
  public mutating func receive() -> ControlReply? {
    guard let reply = receiveAny() else { return nil }
    if let error = reply.error { Terminal.fail(.failed, error.message) }
    return reply
  }

  /// The next reply, an error among them.
  private mutating func receiveAny() -> ControlReply? {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(input[..<end])
        input.removeFirst(end + 1)
        guard let reply = try? JSONDecoder().decode(ControlReply.self, from: line) else {
          Terminal.fail(
            .failed, "hwctld sent an answer that this hwctl does not understand: are both of one version?")
        }
        return reply
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = buffer.withUnsafeMutableBytes { bytes in try? socket.read(into: bytes) }
      guard let count, count > 0 else { return nil }
      input += buffer[..<count]
    }
  }

  /// Sends and waits for the one reply. An error reply ends the process.
  public mutating func ask(_ request: ControlRequest) -> ControlReply {
    let reply = answer(to: request)
    if let error = reply.error { Terminal.fail(.failed, error.message) }
    return reply
  }

  /// Sends and waits for the one reply, an error among them.
  public mutating func answer(to request: ControlRequest) -> ControlReply {
    send(request)
    guard isReadable(withinMilliseconds: Self.answerLimit * 1000) else {
      Terminal.fail(
        .failed,
        "hwctld has not answered for \(Self.answerLimit) s. Restart it: systemctl --user restart hwctld")
    }
    guard let reply = receiveAny() else { Terminal.fail(.noDaemon, "hwctld ended before it answered.") }
    return reply
  }

  /// As `Interruption.wait`, for a reply or the end of the connection.
  public func wait(limit: Duration?, or others: [CInt] = []) -> Interruption.Outcome {
    if input.contains(UInt8(ascii: "\n")) { return .ready }
    return Interruption.wait(for: [socket.rawValue] + others, limit: limit)
  }

  /// Waits for something to read, the end of the connection included; false when the time is over.
  public func isReadable(withinMilliseconds limit: Int32) -> Bool {
    if input.contains(UInt8(ascii: "\n")) { return true }
    var waiting = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, limit) > 0
  }
}
