internal import CSystem
public import Domain
internal import Glibc

extension MonotonicInstant {
  /// Reads CLOCK_MONOTONIC, the clock that evdev time stamps are switched to.
  public static func now() -> MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
