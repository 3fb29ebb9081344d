internal import Domain
internal import SystemCalls

/// Whether somebody reads the keys of the virtual keyboard.
public enum KeyboardReadiness: String, CaseIterable, Sendable {
  /// Keys typed now would be lost in part.
  case starting
  case ready
}

/// Decides from the openings of the device node when keys arrive whole.
///
///     made  udev opens, closes   compositor opens           first key
///      |---------|--|------------------|----- 200 ms -----------|      a desktop
///      |---------|--|----- 200 ms -----|                               a console: the kernel itself reads
///
/// Once ready, openings by others change nothing, as long as a reader stays.
struct ReadinessMachine: Hashable, Sendable {
  typealias Fact = NodeWatch.Fact

  /// A reader sets up its state after opening; with 100 ms, a third of the first 97 characters was lost (measured).
  static let quiet = Duration.milliseconds(200)

  private var readers = 0
  private var wasOpened = false
  /// The last instant at which something happened that a first key must keep away from.
  private var disturbed: MonotonicInstant

  init(made instant: MonotonicInstant) { disturbed = instant }

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) {
    switch fact {
    case .nodeOpened:
      wasOpened = true
      readers += 1
      if readers == 1 { disturbed = instant }
    case .nodeClosed:
      readers = max(0, readers - 1)
      if readers == 0 { disturbed = instant }
    case .factsLost:
      // A reader that was there is still there most likely; the wait starts anew.
      readers = max(readers, 1)
      disturbed = instant
    }
  }

  /// - Parameter kernelReads: a virtual terminal is in front that translates keys itself.
  func readiness(at instant: MonotonicInstant, kernelReads: Bool) -> KeyboardReadiness {
    guard let deadline = deadline(kernelReads: kernelReads) else { return .starting }
    return instant >= deadline ? .ready : .starting
  }

  /// When the keyboard will be ready if nothing more happens; nil when something must happen first.
  func deadline(kernelReads: Bool) -> MonotonicInstant? {
    guard readers > 0 || (kernelReads && wasOpened) else { return nil }
    return disturbed.advanced(by: Self.quiet)
  }
}
