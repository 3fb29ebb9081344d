internal import Domain
internal import SystemCalls

/// Decides from the openings of its node when keys sent through a new virtual copy arrive. Pure.
///
///     made  udev opens, closes   logind opens   compositor opens           grab
///      |---------|--|------------------|---------------|----- 500 ms --------|      a desktop
///      |---------|--|----- 500 ms -----|                                            a console: the kernel itself reads
///
/// Every opening counts, not the first one alone: logind opens keyboards with a power key before the compositor does.
struct CopyReadiness: Hashable, Sendable {
  /// Compositors were seen to open a new keyboard up to 466 ms after it was made, and need some 200 ms to settle. To
  /// wait costs nothing, since the real keyboard works until then.
  static let quiet = Duration.milliseconds(500)

  private var readers = 0
  private var wasOpened = false
  private var disturbed: MonotonicInstant

  init(made instant: MonotonicInstant) { disturbed = instant }

  mutating func handle(_ fact: NodeWatch.Fact, at instant: MonotonicInstant) {
    disturbed = instant
    switch fact {
    case .nodeOpened:
      wasOpened = true
      readers += 1
    case .nodeClosed:
      readers = max(0, readers - 1)
    case .factsLost:
      // A reader that was there is still there most likely; the wait starts anew.
      readers = max(readers, 1)
    }
  }

  /// When it will be ready if nothing more happens; nil when something must happen first.
  ///
  /// - Parameter kernelReads: a virtual terminal is in front that translates keys itself.
  func deadline(kernelReads: Bool) -> MonotonicInstant? {
    guard readers > 0 || (kernelReads && wasOpened) else { return nil }
    return disturbed.advanced(by: Self.quiet)
  }
}
