internal import Domain
internal import Glibc
internal import Synchronization
public import SystemCalls

/// Ctrl-C as something to wait for together with a descriptor, for commands that go on until they are told to stop.
public enum Interruption {
  public enum Outcome: Hashable, Sendable {
    case ready
    case timedOut
    /// SIGINT or SIGTERM came.
    case interrupted
  }

  /// A pipe: the signals' handler writes, which is the most that it may do. -1 before `prepare`.
  private static let reading = Atomic<CInt>(-1)
  private static let writing = Atomic<CInt>(-1)

  /// From now on the first of the two signals ends only a `wait`.
  ///
  /// - Throws: when no pipe can be had.
  public static func prepare() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(call: "make", subject: "a pipe") }
    reading.store(ends[0], ordering: .relaxed)
    writing.store(ends[1], ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        var byte: UInt8 = 0
        _ = write(Interruption.writing.load(ordering: .relaxed), &byte, 1)
        // A second one ends the program, should it be waiting for something else.
        signal(number, SIG_DFL)
      }
    }
  }

  /// Waits until one of the descriptors can be read, or a signal has come since `prepare`.
  ///
  /// - Parameter limit: nil to wait without end.
  public static func wait(for descriptors: [CInt], limit: Duration?) -> Outcome {
    let end = limit.map { ContinuousClock.now + $0 }
    let all = [reading.load(ordering: .relaxed)] + descriptors
    while true {
      var waiting = all.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let left = end.map { max(0, ContinuousClock.now.duration(to: $0).wholeMilliseconds) }
      let count = poll(&waiting, nfds_t(waiting.count), left.map { CInt(clamping: $0) } ?? -1)
      if waiting[0].revents != 0 { return .interrupted }
      if count > 0 { return .ready }
      if count == 0, end != nil { return .timedOut }
    }
  }
}
