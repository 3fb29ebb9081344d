internal import Dispatch
internal import Domain
internal import Synchronization

/// Gives a clipboard back a while after a paste.
///
/// A program may ask twice for the text of one paste: Chromium looks whether there is something to paste, and reads it for the
/// page 8 to 160 ms later, over a second where the machine is busy. What it found in between would be pasted instead.
final class ClipboardReturn: Sendable {
  private let board: any Pasteboard
  /// Which return is awaited; locked while one is carried out, so that none gets into the next paste.
  private let awaited = Mutex(0)

  init(_ board: any Pasteboard) { self.board = board }

  /// Many times what the program takes from its first read to its last, which is longer where the first one was late.
  ///
  /// - Parameter time: from the keys until the text counted as read.
  static func delay(afterReadIn time: Duration) -> Duration { min(max(time * 20, .seconds(3)), .seconds(10)) }

  func now() {
    awaited.withLock { awaited in
      awaited += 1
      board.restore()
    }
  }

  func later(after delay: Duration) {
    let number = awaited.withLock { awaited in
      awaited += 1
      return awaited
    }
    let deadline = DispatchTime.now() + .nanoseconds(Int(delay.wholeNanoseconds))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: deadline) { [self] in
      awaited.withLock { awaited in if awaited == number { board.restore() } }
    }
  }
}
