internal import Domain

/// All Controls of one Device held for 3 s, or as the user prefers: let go of everything. Pure; below the engine, so that
/// no Binding and no executor that hangs stands between a person and the way out.
///
///     1. panic          all down at 0: deadline 3 s   3 s: panic, once
///     2. one let go     all down at 0   one up at 2.9 s: no deadline
///     3. again          panic   one up   all down: deadline 3 s from then
struct PanicMachine: Hashable {
  /// A Device with one Control is held for longer than that in ordinary use: it has no panic chord.
  static let minimumControls = 2

  /// How long everything is held.
  let limit: Duration
  private var since: MonotonicInstant?
  private var hasPanicked = false

  var deadline: MonotonicInstant? { hasPanicked ? nil : since?.advanced(by: limit) }

  init(limit: Duration = InputOptions.usualPanicHold) { self.limit = limit }

  mutating func changed(allDown: Bool, at instant: MonotonicInstant) {
    if allDown {
      if since == nil { since = instant }
    } else {
      since = nil
      hasPanicked = false
    }
  }

  /// True when the chord has been held for long enough, once for each time it is held.
  mutating func isPanic(at instant: MonotonicInstant) -> Bool {
    guard let deadline, deadline <= instant else { return false }
    hasPanicked = true
    return true
  }
}
