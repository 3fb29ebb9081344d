/// Which sessions are wanted.
public struct SessionFilter: Hashable, Sendable {
  /// Begun at this time or later, Unix time in milliseconds.
  public var from: Int64?
  /// Begun before this time.
  public var until: Int64?
  /// The id of a profile.
  public var profile: String?
  /// The id of the application that had the focus.
  public var target: String?

  public init(from: Int64? = nil, until: Int64? = nil, profile: String? = nil, target: String? = nil) {
    self.from = from
    self.until = until
    self.profile = profile
    self.target = target
  }

  /// The positions of sessions within the times; nil where none can be.
  func positions(before cursor: Int64?) -> Range<Int64>? {
    let first = from.map { SessionPosition(startOf: $0).rawValue } ?? 0
    let ends = [until.map { SessionPosition(startOf: $0).rawValue }, cursor].compactMap { $0 }
    let end = min(ends.min() ?? SessionPosition.end, SessionPosition.end)
    return first < end ? first..<end : nil
  }

  /// Conditions on the columns of `voice_sessions`, each beginning with " AND ".
  var conditions: (sql: String, values: [SQLValue]) {
    var sql = ""
    var values: [SQLValue] = []
    for (column, value) in [("profile", profile), ("target", target)] {
      guard let value else { continue }
      sql += " AND \(column) = ?"
      values.append(.text(value))
    }
    return (sql, values)
  }
}
