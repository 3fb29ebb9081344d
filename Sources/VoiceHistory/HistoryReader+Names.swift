internal import Domain

extension HistoryReader {
  /// The session of that id; "last" is the newest one. Nil when there is none, or the name is no id.
  public func session(named name: String) throws(HistoryError) -> SessionDetail? {
    if name == "last" { return try sessions(limit: 1).sessions.first }
    guard let id = SessionID(rawValue: name) else { return nil }
    return try session(id)
  }
}
