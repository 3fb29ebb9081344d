/// A point on the system's monotonic clock (CLOCK_MONOTONIC), in nanoseconds since its arbitrary start.
///
/// Every instant in hwctl is on this one clock, kernel event time stamps included, so that any two can be
/// subtracted. Pure code receives instants and never reads the clock.
public struct MonotonicInstant: Hashable, Sendable, Comparable, InstantProtocol {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// - Parameters:
  ///   - seconds: whole seconds, 0 or more.
  ///   - microseconds: 0...999_999, as in the kernel's `struct input_event`.
  public init(seconds: Int64, microseconds: Int64) {
    nanoseconds = seconds * 1_000_000_000 + microseconds * 1_000
  }

  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  public func advanced(by duration: Duration) -> Self {
    Self(nanoseconds: nanoseconds + duration.wholeNanoseconds)
  }

  public func duration(to other: Self) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }
}

extension Duration {
  /// The duration in nanoseconds, towards zero.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The duration in milliseconds, towards zero.
  public var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
