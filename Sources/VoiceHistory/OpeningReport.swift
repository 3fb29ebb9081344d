/// What opening the history met.
public struct OpeningReport: Hashable, Sendable {
  /// Paths of a damaged database and its side files, kept under recovery names; empty where all was sound.
  public var preserved: [String] = []
  /// What SQLite said of the damaged database.
  public var damage: String?

  /// For people; nil where there is nothing to say.
  public var message: String? {
    guard let first = preserved.first else { return nil }
    return
      "voice history was damaged (\(damage ?? "unknown")) and is kept as \(first); a new history was begun. "
      + "Recordings found without an entry come back as recovered sessions. "
      + "To look for old texts: sqlite3 '\(first)' .recover"
  }
}
