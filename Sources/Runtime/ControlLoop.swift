internal import ControlProtocol
internal import Domain
internal import Glibc
internal import SystemCalls

/// The polling loop of the control socket; confined to its thread.
struct ControlLoop {
  private let listener: ControlListener
  private let server: ControlServer
  private var connections: [Int: ControlConnection] = [:]
  /// Gone, and not yet forgotten by the server's owner.
  private var leaving: Set<Int> = []
  private var nextNumber = 1

  init(listener: ControlListener, server: ControlServer) {
    self.listener = listener
    self.server = server
  }

  mutating func run() {
    while true {
      let numbers = connections.keys.sorted()
      let polled = wait(numbers)
      let outbox = server.takeOutbox()
      if outbox.stopping {
        for connection in connections.values { close(connection.descriptor) }
        return
      }
      take(outbox)
      for (number, entry) in zip(numbers, polled.dropFirst(Self.ownDescriptors)) where entry.revents != 0 {
        if Int32(entry.revents) & (POLLIN | POLLHUP | POLLERR) != 0 { read(number) }
      }
      for number in connections.keys.sorted() {
        write(number)
        serve(number)
      }
      listener.refresh { [server] in server.isStopping }
      if leaving.count < ControlServer.leavingLimit { acceptAll() }
    }
  }

  /// The wake event, the socket and its folder.
  private static let ownDescriptors = 3

  private func wait(_ numbers: [Int]) -> [pollfd] {
    let isFull = leaving.count >= ControlServer.leavingLimit
    var polled = [server.wakeDescriptor, isFull ? -1 : listener.socketDescriptor, listener.watchDescriptor]
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for number in numbers {
      guard let connection = connections[number] else { continue }
      polled.append(connection.polled)
    }
    var milliseconds: CInt = -1
    if let deadline = listener.deadline {
      milliseconds = CInt(
        clamping: max(0, MonotonicInstant.now().duration(to: deadline).wholeMilliseconds + 1))
    }
    _ = poll(&polled, nfds_t(polled.count), milliseconds)
    return polled
  }

  private mutating func take(_ outbox: ControlServer.Outbox) {
    for line in outbox.lines { connections[line.client]?.output += line.bytes }
    for number in outbox.answered {
      connections[number]?.isAwaiting = false
      connections[number]?.activeAt = .now()
    }
    leaving.subtract(outbox.forgotten)
  }

  // MARK: Arrivals

  private mutating func acceptAll() {
    while true {
      switch listener.accept() {
      case .nobody: return
      case .client(let descriptor): admit(FileDescriptor(owning: descriptor))
      case .unserved(let descriptor):
        Self.refuse(
          FileDescriptor(owning: descriptor),
          "hwctld has no file descriptor left for another client. Close some clients, or raise its limit (LimitNOFILE)."
        )
        listener.takeSpareBack()
      }
    }
  }

  private mutating func admit(_ socket: consuming FileDescriptor) {
    // The folder is 0700 already; the peer's user is checked all the same, as the kernel saw it.
    guard (try? UnixSocket.peerUser(of: socket)) == getuid() else {
      return Log.warning("a process of another user was refused at the control socket")
    }
    guard connections.count < ControlServer.clientLimit || makeRoom() else {
      Log.warning("too many clients at the control socket", ["limit": .number(ControlServer.clientLimit)])
      return Self.refuse(
        socket,
        "hwctld has \(ControlServer.clientLimit) clients already, all of them busy. Close some 'hwctl monitor' or "
          + "'hwctl status --follow'.")
    }
    connections[nextNumber] = ControlConnection(descriptor: socket.release())
    nextNumber += 1
  }

  /// Closes the client that has been idle longest; false when none has been idle long enough.
  private mutating func makeRoom() -> Bool {
    let now = MonotonicInstant.now()
    let idle = connections.filter { _, connection in
      connection.isIdle && connection.activeAt.advanced(by: server.idleGrace) <= now
    }
    guard let longest = idle.min(by: { $0.value.activeAt < $1.value.activeAt }) else { return false }
    Self.tell(longest.value.descriptor, "hwctld closed this connection, which was idle, for another client.")
    drop(longest.key)
    return true
  }

  private static func refuse(_ socket: consuming FileDescriptor, _ message: String) {
    tell(socket.rawValue, message)
  }

  private static func tell(_ descriptor: CInt, _ message: String) {
    let line = ControlServer.line(ControlReply(error: ControlFailure(.tooManyClients, message)))
    // It fits into an empty socket's buffer; a client that is gone already need not know.
    _ = line.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  // MARK: Clients

  /// What one call gives; poll(2) says again when there is more.
  private mutating func read(_ number: Int) {
    guard let descriptor = connections[number]?.descriptor else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 && errno != EAGAIN && errno != EINTR { return drop(number) }
    if count == 0 { connections[number]?.hasEnded = true }
    if count > 0 {
      connections[number]?.input += buffer[..<count]
      connections[number]?.activeAt = .now()
    }
  }

  /// Hands on the next request of a client that has had its last reply: one that asks without end waits for itself, and
  /// at most one request of each client waits for the runtime.
  private mutating func serve(_ number: Int) {
    guard let connection = connections[number], connection.isFree else { return }
    if let line = connections[number]?.takeLine() {
      connections[number]?.isAwaiting = true
      connections[number]?.hasAsked = true
      if server.received(line, from: number, hasLeft: connection.hasHungUp) {
        connections[number]?.isSubscribed = true
      }
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
    guard connection.hasAsked else { return }
    leaving.insert(number)
    server.left(number)
  }
}

/// One client's socket and what is on the way in and out.
private struct ControlConnection {
  let descriptor: CInt
  var input: [UInt8] = []
  var output: [UInt8] = []
  /// A request of it is being answered.
  var isAwaiting = false
  /// It has asked something, so the server's owner may know it.
  var hasAsked = false
  /// It stays to hear what happens.
  var isSubscribed = false
  /// It will send nothing more, but may still want its reply.
  var hasEnded = false
  /// When it came, sent something, or was answered.
  var activeAt = MonotonicInstant.now()

  init(descriptor: CInt) { self.descriptor = descriptor }

  /// Its next request may be taken.
  var isFree: Bool { !isAwaiting && output.isEmpty }

  /// Nobody would miss it.
  var isIdle: Bool { isFree && !isSubscribed && input.isEmpty }

  /// Nothing is read before it can be used; a descriptor of -1 is left out by poll(2), which else would report the hang-up
  /// of a client that is awaited over and over.
  var polled: pollfd {
    let events = (isFree && !hasEnded ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: events == 0 && hasEnded ? -1 : descriptor, events: Int16(events), revents: 0)
  }

  /// Both directions are closed: a client that only says nothing more still reads.
  var hasHungUp: Bool {
    var polled = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&polled, 1, 0) == 1 && Int32(polled.revents) & POLLHUP != 0
  }

  mutating func takeLine() -> [UInt8]? {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(input[..<end])
    input.removeFirst(end + 1)
    return line
  }
}
