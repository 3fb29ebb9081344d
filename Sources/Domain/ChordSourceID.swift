/// Where a keyboard chord comes from, for as long as that source is there: the same chord may be held on two keyboards.
public struct ChordSourceID: Hashable, Sendable, Comparable {
  /// 0 is the desktop; keyboards count from 1 in the order in which they came, and no number is given twice in a run.
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The desktop's own shortcuts (the GlobalShortcuts portal).
  public static let desktop = ChordSourceID(rawValue: 0)

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
