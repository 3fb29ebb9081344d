import Dispatch
import Glibc
import Synchronization

/// Says on standard error what is waited for, when that takes more than a second.
public final class WaitingNote: Sendable {
  private enum State { case waits, shown, ended }

  private let state = Mutex(State.waits)
  private let isTerminal = isatty(STDERR_FILENO) == 1

  public init(_ text: String) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in
      state.withLock { state in
        guard state == .waits else { return }
        state = .shown
        _ = Terminal.write(
          isTerminal ? "\(ReadableText.neutralised(text)) ..." : "hwctl: \(text) ...\n", to: STDERR_FILENO)
      }
    }
  }

  /// Takes it away, so that what is said next has the line.
  public func end() {
    state.withLock { state in
      if state == .shown, isTerminal { _ = Terminal.write("\r\u{1b}[K", to: STDERR_FILENO) }
      state = .ended
    }
  }
}
