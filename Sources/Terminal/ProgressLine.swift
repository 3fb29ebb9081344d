internal import Glibc

/// A counter on standard error for what takes longer than a second: in place on a terminal, else a line every ten seconds.
///
/// Not Sendable: one owner on one thread.
public final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var last = ContinuousClock.now
  private var hasShown = false

  public init() {}

  /// Shows the text when it is time to.
  public func show(_ text: @autoclosure () -> String) {
    let interval: Duration = !hasShown ? .seconds(1) : isTerminal ? .milliseconds(250) : .seconds(10)
    guard ContinuousClock.now - last >= interval else { return }
    last = ContinuousClock.now
    hasShown = true
    // Back to the start of the line, and what stood there is erased (ECMA-48, EL).
    _ = Terminal.write(
      isTerminal ? "\r\u{1b}[K\(ReadableText.neutralised(text()))" : "hwctl: \(text())\n", to: STDERR_FILENO)
  }

  /// Takes the counter away, so that what is said next has the line.
  public func finish() {
    if hasShown, isTerminal { _ = Terminal.write("\r\u{1b}[K", to: STDERR_FILENO) }
    hasShown = false
  }
}
