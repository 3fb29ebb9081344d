/// How long the machine waits before it knows what a press means. People can change them.
///
/// A time is over at its last instant: with 400 ms, a second press after 399 ms counts and one after 400 ms does not.
public struct BindingTimes: Hashable, Sendable {
  /// From the first Control of a control chord to the last.
  public var chordWindow = Duration.milliseconds(50)
  /// A press that is released before is short: the first of two, or a tap.
  public var hold = Duration.milliseconds(300)
  /// From the release of a short press to the second press.
  public var secondPress = Duration.milliseconds(400)
  /// When a press becomes a long hold.
  public var longHold = Duration.milliseconds(500)
  /// A latched hold-or-latch Action ends with two short presses instead of one.
  public var latchEndsWithDoublePress = false

  public init() {}
}
