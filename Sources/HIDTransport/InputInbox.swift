internal import Synchronization
internal import SystemCalls

/// What other threads leave for the input thread, in order. The lock is held for an append or a swap only, and the
/// input thread takes it only after a wake event, never on the way of a Control event.
final class InputInbox: Sendable {
  struct Contents {
    var works: [@Sendable () -> Void] = []
    /// Answers to the search for who holds a node.
    var holders: [(token: UInt64, holders: [NodeHolder])] = []
    var isStopping = false
    /// The thread takes no more.
    fileprivate var isClosed = false
  }

  /// Commands and profile changes come at the pace of people; more than this in one wake-up is a runaway caller.
  static let maximumWorks = 1_024

  private let contents = Mutex(Contents())
  private let wake: WakeEvent

  init() throws(SystemError) { wake = try WakeEvent() }

  var wakeDescriptor: CInt { wake.descriptor.rawValue }

  /// False when the thread has ended or the inbox is full; the work is not done then.
  func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isAdded = contents.withLock { contents in
      guard !contents.isClosed, !contents.isStopping, contents.works.count < Self.maximumWorks else {
        return false
      }
      contents.works.append(work)
      return true
    }
    if isAdded { wake.signal() }
    return isAdded
  }

  func deliver(_ holders: [NodeHolder], token: UInt64) {
    contents.withLock { $0.holders.append((token, holders)) }
    wake.signal()
  }

  /// Ends the thread after the work that is there already.
  func stop() {
    contents.withLock { $0.isStopping = true }
    wake.signal()
  }

  func take() -> Contents {
    // Before the swap: a signal that comes in between wakes once more for nothing, none is lost.
    wake.clear()
    return contents.withLock { contents in
      let taken = contents
      contents.works = []
      contents.holders = []
      return taken
    }
  }

  func close() { contents.withLock { $0.isClosed = true } }
}
