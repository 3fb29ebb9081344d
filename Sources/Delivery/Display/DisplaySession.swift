internal import Domain
internal import Glibc
internal import SystemCalls

/// A connection to a display server that is used on one thread only.
protocol DisplaySession: AnyObject, SendableMetatype {
  var descriptor: CInt { get }

  /// Further descriptors that are to be written to as soon as they take something.
  var writing: [CInt] { get }

  /// Handles what has come and sends what is to go out, without waiting.
  ///
  /// - Returns: false when the server has gone.
  func dispatch() -> Bool
}

extension DisplaySession {
  var writing: [CInt] { [] }

  /// What the thread waits for.
  var pollRequests: [pollfd] {
    [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
  }

  /// Serves the server until a condition holds.
  ///
  /// - Returns: whether it does; false at the deadline and when the server has gone.
  func serve(until deadline: MonotonicInstant, _ condition: () -> Bool) -> Bool {
    while true {
      guard dispatch() else { return false }
      if condition() { return true }
      let now = MonotonicInstant.now()
      guard now < deadline else { return false }
      // What is waited for may be no event of this server (a pipe, a process), so it is looked at often.
      let rest = min(now.duration(to: deadline), displayConditionPoll)
      var requests = pollRequests
      _ = poll(&requests, nfds_t(requests.count), CInt(rest.wholeMilliseconds) + 1)
    }
  }
}

/// A fraction of what a person sees as at once.
private let displayConditionPoll = Duration.milliseconds(5)

/// How long a display server may take to answer. One that takes longer is frozen for its user, too.
let displayAnswerLimit = Duration.seconds(2)
