import Dispatch
import Domain
import Glibc
import Synchronization
import Testing

@testable import HIDTransport

/// What holds with no Device at all; needs a kernel with netlink and epoll only.
@Suite("Input thread")
struct InputThreadTests {
  @Test("Work is done on one thread, in the order of the calls, and none after the stop")
  func perform() throws {
    let thread = InputThread(sink: SinkLog())
    #expect(!thread.perform {})
    try thread.start()
    let seen = Seen()
    for number in 0..<500 {
      #expect(
        thread.perform {
          seen.numbers.withLock { $0.append(number) }
          seen.threads.withLock { _ = $0.insert(pthread_self()) }
        })
    }
    thread.stop()
    #expect(seen.numbers.withLock { $0 } == Array(0..<500))
    #expect(seen.threads.withLock { $0.count } == 1)
    #expect(!thread.perform {})
    thread.stop()
  }

  final class Seen: Sendable {
    let numbers = Mutex<[Int]>([])
    let threads = Mutex<Set<pthread_t>>([])
  }

  @Test("A second start is refused")
  func startedTwice() throws {
    let thread = InputThread(sink: SinkLog())
    try thread.start()
    defer { thread.stop() }
    let error = #expect(throws: HIDError.self) { try thread.start() }
    #expect(error?.code == .alreadyStarted)
  }

  @Test("A thread that has too much to do refuses work instead of growing")
  func fullInbox() throws {
    let thread = InputThread(sink: SinkLog())
    try thread.start()
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    thread.perform {
      entered.signal()
      leave.wait()
    }
    entered.wait()
    for _ in 0..<InputInbox.maximumWorks { #expect(thread.perform {}) }
    #expect(!thread.perform {})
    leave.signal()
    thread.stop()
  }
}
