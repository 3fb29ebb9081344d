/// Where a session stands in time, as one number: its start in milliseconds and its turn among those of the same
/// millisecond. The ids of its results follow each other from `firstResult`.
struct SessionPosition: Hashable {
  /// 11 bits: far more sessions than can begin within a millisecond; an import of many that claim to is spread onward.
  static let perMillisecond: Int64 = 2048
  /// 10 bits: a session of five results has room for two hundred corrections and new recognitions.
  static let resultsPerSession: Int64 = 1024
  /// 42 bits, the year 2109: with the two above, ids stay within 63 bits, that of the millisecond after it too.
  static let latestTime: Int64 = (1 << 42) - 2
  /// Behind every position.
  static let end = (latestTime + 1) * perMillisecond

  let rawValue: Int64

  /// - Parameter rawValue: 0...`end`.
  init(rawValue: Int64) { self.rawValue = rawValue }

  /// Nil for a number that no session has.
  init?(stored: Int64?) {
    guard let stored, (0..<Self.end).contains(stored) else { return nil }
    rawValue = stored
  }

  /// The first of a millisecond.
  init(startOf milliseconds: Int64) {
    rawValue = min(max(milliseconds, 0), Self.latestTime) * Self.perMillisecond
  }

  /// The ids of results that this session may have.
  var results: Range<Int64> {
    let first = rawValue * Self.resultsPerSession
    return first..<first + Self.resultsPerSession
  }

  func result(_ ordinal: Int) -> Int64 { rawValue * Self.resultsPerSession + Int64(ordinal) }

  /// The position of the session that a result belongs to.
  init(ofResult id: Int64) { rawValue = id / Self.resultsPerSession }

  /// The same clamping in SQL.
  static func clampedTime(_ column: String) -> String { "min(max(\(column), 0), \(latestTime))" }
}
