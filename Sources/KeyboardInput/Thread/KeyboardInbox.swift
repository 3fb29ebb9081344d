internal import Domain
internal import Synchronization
internal import SystemCalls

/// What other threads leave for the keyboard thread. Of each kind only the newest counts, so that it cannot grow.
final class KeyboardInbox: Sendable {
  struct Contents {
    var table: ChordTable?
    var keyboards: [KeyboardSelection]?
    var isSuspended: Bool?
    /// Answers to the search for who holds a keyboard; one search a keyboard at a time.
    var holders: [UInt64: [NodeHolder]] = [:]
    /// For tests.
    var work: (@Sendable (KeyboardLoop) -> Void)?
    var isStopping = false
  }

  private let contents = Mutex(Contents())
  private let wake: WakeEvent

  init() throws(SystemError) { wake = try WakeEvent() }

  var wakeDescriptor: CInt { wake.descriptor.rawValue }

  func leave(_ change: (inout Contents) -> Void) {
    contents.withLock { change(&$0) }
    signal()
  }

  func signal() { wake.signal() }

  func take() -> Contents {
    // Before the swap: a signal that comes in between wakes once more for nothing, none is lost.
    wake.clear()
    return contents.withLock { contents in
      let taken = contents
      contents = Contents()
      return taken
    }
  }
}
