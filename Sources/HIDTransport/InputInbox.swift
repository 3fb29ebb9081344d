internal import Synchronization
internal import SystemCalls

/// What other threads leave for the input thread, in order. The lock is held for an append or a swap only, and the
/// input thread takes it only after a wake event, never on the way of a Control event.
final class InputInbox: Sendable {
  typealias Work = @Sendable (InputLoop) -> Void

  struct Contents {
    var works: [Work] = []
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
  func add(_ work: @escaping Work) -> Bool {
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

  /// The answer to something that the input thread has asked another thread; there is one question a node at a time.
  func answer(_ work: @escaping Work) {
    contents.withLock { contents in
      if !contents.isClosed { contents.works.append(work) }
    }
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
      return taken
    }
  }

  func close() {
    contents.withLock { contents in
      contents.isClosed = true
      contents.works = []
    }
  }
}
