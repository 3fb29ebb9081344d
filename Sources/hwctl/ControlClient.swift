import ControlProtocol
import FoundationEssentials
import Glibc
import SystemCalls

/// A connection to the daemon: writes request lines, reads reply lines. Ends the process with a message when it cannot.
struct ControlClient: ~Copyable {
  /// What an answer may take: it is made within milliseconds unless hwctld hangs.
  private static let answerLimit: CInt = 5

  private let socket: FileDescriptor
  private var input: [UInt8] = []

  /// Nil when no daemon listens.
  static func connectIfRunning() -> ControlClient? {
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

  static func connect() -> ControlClient {
    guard let client = connectIfRunning() else {
      Terminal.fail(
        .noDaemon,
        "hwctld is not running. Start it with 'systemctl --user start hwctld', or run 'hwctld' in a terminal."
      )
    }
    return client
  }

  private init(socket: consuming FileDescriptor) { self.socket = socket }

  mutating func send(_ request: ControlRequest) {
    guard var bytes = try? Array(JSONEncoder().encode(request)) else {
      preconditionFailure("a request of strings always encodes")
    }
    bytes.append(UInt8(ascii: "\n"))
    do { try socket.writeAll(bytes) } catch {
      Terminal.fail(.noDaemon, "hwctld went away: \(error.explanation).")
    }
  }

  /// The next reply; nil when the daemon has closed the connection. An error reply ends the process.
  mutating func receive() -> ControlReply? {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(input[..<end])
        input.removeFirst(end + 1)
        guard let reply = try? JSONDecoder().decode(ControlReply.self, from: line) else {
          Terminal.fail(
            .failed, "hwctld sent an answer that this hwctl does not understand: are both of one version?")
        }
        if let error = reply.error { Terminal.fail(.failed, error.message) }
        return reply
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = buffer.withUnsafeMutableBytes { bytes in try? socket.read(into: bytes) }
      guard let count, count > 0 else { return nil }
      input += buffer[..<count]
    }
  }

  /// Sends and waits for the one reply.
  mutating func ask(_ request: ControlRequest) -> ControlReply {
    send(request)
    var waiting = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
    if poll(&waiting, 1, Self.answerLimit * 1000) == 0 {
      Terminal.fail(
        .failed,
        "hwctld has not answered for \(Self.answerLimit) s. Restart it: systemctl --user restart hwctld")
    }
    guard let reply = receive() else { Terminal.fail(.noDaemon, "hwctld ended before it answered.") }
    return reply
  }
}
