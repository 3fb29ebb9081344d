internal import CSystem
internal import ControlProtocol
internal import Glibc
internal import SystemCalls

/// The polling loop of the control socket; confined to its thread.
struct ControlLoop: ~Copyable {
  private let listener: FileDescriptor
  private let server: ControlServer
  private var connections: [Int: Connection] = [:]
  private var nextNumber = 1

  init(listener: consuming FileDescriptor, server: ControlServer) {
    self.listener = listener
    self.server = server
  }

  mutating func run() {
    while true {
      var polled = [
        pollfd(fd: server.wakeDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      let numbers = connections.keys.sorted()
      for number in numbers {
        guard let connection = connections[number] else { continue }
        polled.append(connection.polled)
      }
      _ = poll(&polled, nfds_t(polled.count), -1)
      let outbox = server.takeOutbox()
      if outbox.stopping {
        for connection in connections.values { close(connection.descriptor) }
        return
      }
      for line in outbox.lines { connections[line.client]?.output += line.bytes }
      for number in outbox.answered { connections[number]?.isAwaiting = false }
      for (number, entry) in zip(numbers, polled.dropFirst(2)) where entry.revents != 0 {
        if Int32(entry.revents) & (POLLIN | POLLHUP | POLLERR) != 0 { read(number) }
      }
      for number in connections.keys.sorted() {
        write(number)
        serve(number)
      }
      if polled[1].revents != 0 { accept() }
    }
  }

  private mutating func accept() {
    while true {
      let descriptor = hwctl_accept(listener.rawValue)
      guard descriptor >= 0 else { return }
      let socket = FileDescriptor(owning: descriptor)
      // The folder is 0700 already; the peer's user is checked all the same, as the kernel saw it.
      guard (try? UnixSocket.peerUser(of: socket)) == getuid() else {
        Log.warning("a process of another user was refused at the control socket")
        continue
      }
      guard connections.count < ControlServer.clientLimit else {
        Log.warning("too many clients at the control socket", ["limit": .number(ControlServer.clientLimit)])
        continue
      }
      connections[nextNumber] = Connection(descriptor: socket.release())
      nextNumber += 1
    }
  }

  /// What one call gives; poll(2) says again when there is more.
  private mutating func read(_ number: Int) {
    guard let descriptor = connections[number]?.descriptor else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 && errno != EAGAIN && errno != EINTR { return drop(number) }
    if count == 0 { connections[number]?.hasEnded = true }
    if count > 0 { connections[number]?.input += buffer[..<count] }
  }

  /// Hands on the next request of a client that has had its last reply: one that asks without end waits for itself, and
  /// cannot push other clients' requests out of the runtime's bounded inbox.
  private mutating func serve(_ number: Int) {
    guard let connection = connections[number], connection.isFree else { return }
    if let line = connections[number]?.takeLine() {
      connections[number]?.isAwaiting = true
      server.received(line, from: number)
    } else if connection.hasEnded || connection.input.count > ControlRequest.lineLimitBytes {
      drop(number)
    }
  }

  private mutating func write(_ number: Int) {
    guard let connection = connections[number], !connection.output.isEmpty else { return }
    let count = connection.output.withUnsafeBytes { bytes in
      send(connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
    if count > 0 {
      connections[number]?.output.removeFirst(count)
    } else if count < 0 && errno != EAGAIN && errno != EINTR {
      return drop(number)
    }
    if let owed = connections[number]?.output.count, owed > ControlServer.outputLimitBytes { drop(number) }
  }

  private mutating func drop(_ number: Int) {
    guard let connection = connections.removeValue(forKey: number) else { return }
    close(connection.descriptor)
    server.left(number)
  }
}

/// One client's socket and what is on the way in and out.
private struct Connection {
  let descriptor: CInt
  var input: [UInt8] = []
  var output: [UInt8] = []
  /// A request of it is being answered.
  var isAwaiting = false
  /// It will send nothing more, but may still want its reply.
  var hasEnded = false

  /// Its next request may be taken.
  var isFree: Bool { !isAwaiting && output.isEmpty }

  /// Nothing is read before it can be used; a descriptor of -1 is left out by poll(2), which else would report the hang-up
  /// of a client that is awaited over and over.
  var polled: pollfd {
    let events = (isFree && !hasEnded ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: events == 0 && hasEnded ? -1 : descriptor, events: Int16(events), revents: 0)
  }

  mutating func takeLine() -> [UInt8]? {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(input[..<end])
    input.removeFirst(end + 1)
    return line
  }
}
