internal import Dispatch
internal import Domain
internal import Synchronization

/// Gives a clipboard back a while after a paste.
///
/// A program may ask twice for the text of one paste: Chromium looks whether there is something to paste, and reads it for the
/// page 8 to 130 ms later. What it found in between would be pasted instead.
final class ClipboardReturn: Sendable {
  /// Many times what a busy program takes from its first read to its last.
  static let delay = Duration.seconds(1)

  private let board: any Pasteboard
  /// Which return is awaited; locked while one is carried out, so that none gets into the next paste.
  private let awaited = Mutex(0)

  init(_ board: any Pasteboard) { self.board = board }

  func now() {
    awaited.withLock { awaited in
      awaited += 1
      board.restore()
    }
  }

  func later() {
    let number = awaited.withLock { awaited in
      awaited += 1
      return awaited
    }
    let deadline = DispatchTime.now() + .nanoseconds(Int(Self.delay.wholeNanoseconds))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: deadline) { [self] in
      awaited.withLock { awaited in if awaited == number { board.restore() } }
    }
  }
}
