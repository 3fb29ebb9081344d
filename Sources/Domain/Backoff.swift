/// How long to wait before something that has failed is tried again: twice as long after each failure, up to a limit.
///
///     Backoff(first: .milliseconds(500), last: .seconds(30))    0.5 s, 1 s, 2 s … 16 s, 30 s, 30 s …
public struct Backoff: Hashable, Sendable {
  public var first: Duration
  public var last: Duration

  public init(first: Duration, last: Duration) {
    self.first = first
    self.last = last
  }

  /// - Parameter failures: how many there were before the last one.
  public func delay(after failures: Int) -> Duration {
    // From there on the doubling itself could overflow.
    failures >= 20 ? last : min(first * (1 << failures), last)
  }
}
