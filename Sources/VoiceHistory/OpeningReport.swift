/// What opening the history met, and opening it again when it had been removed.
public struct OpeningReport: Hashable, Sendable {
  /// Paths of a damaged database and its side files, kept under recovery names; empty where all was sound.
  public var preserved: [String] = []
  /// What of the damaged database could be read and is in the new one.
  public var salvaged = SalvageOutcome()
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
      "voice history was damaged (\(damage ?? "unknown")) and is kept as \(first); \(salvaged.message). "
      + "Recordings found without an entry come back as recovered sessions. "
      + "To look for more texts: sqlite3 '\(first)' .recover"
  }
}

/// What was brought from a damaged database into the new one.
public struct SalvageOutcome: Hashable, Sendable {
  /// Sessions that are in the new database.
  public var sessions = 0
  /// Those of them that lack a text, or what was known beside the texts.
  public var inPart = 0

  var message: String {
    guard sessions > 0 else { return "none of its sessions could be read, and a new history was begun" }
    return "\(sessions) of its sessions could be read and are in the new history"
      + (inPart > 0 ? ", \(inPart) of them in part" : "")
  }
}
