/// What opening the history met, and opening it again when it had been removed.
public struct OpeningReport: Hashable, Sendable {
  /// Paths of a damaged database and its side files, kept under recovery names; empty where all was sound.
  public var preserved: [String] = []
  /// What SQLite said of the damaged database.
  public var damage: String?
  /// The folder, when its database was removed, moved or replaced while it was open, so that it was opened anew.
  public var reopened: String?

  /// For people; nil where there is nothing to say.
  public var message: String? {
    let messages = [damageMessage, reopenedMessage].compactMap { $0 }
    return messages.isEmpty ? nil : messages.joined(separator: ". ")
  }

  private var reopenedMessage: String? {
    reopened.map {
      "voice history was removed or replaced while hwctl had it open and goes on in \($0); "
        + "sessions that were in the old one are where it was moved to"
    }
  }

  private var damageMessage: String? {
    guard let first = preserved.first else { return nil }
    return
      "voice history was damaged (\(damage ?? "unknown")) and is kept as \(first); a new history was begun. "
      + "Recordings found without an entry come back as recovered sessions. "
      + "To look for old texts: sqlite3 '\(first)' .recover"
  }
}
