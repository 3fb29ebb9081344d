internal import Domain

/// What the sessions of an archive are to those of history.
struct ArchiveComparison {
  /// History has none of that id.
  private(set) var new: [SessionDetail] = []
  /// All that history has of them, and these results behind it.
  private(set) var longer: [(id: SessionID, results: [ResultRecord])] = []
  /// How many say nothing that history does not say.
  private(set) var unchanged = 0
  /// They say something else than history does, or history's cannot be read.
  private(set) var contradicting: [SessionID] = []

  /// Those of `new` and `longer`, as the archive has them.
  private var wanted: [SessionDetail] = []

  init() {}

  init(_ sessions: [SessionDetail], _ connection: Connection) throws(HistoryError) {
    let reading = SessionReading(connection: connection)
    for session in sessions {
      let id = session.record.id
      guard let known = try reading.judged(id) else {
        new.append(session)
        wanted.append(session)
        continue
      }
      guard case .success(let known) = known, Self.agree(session, known) else {
        contradicting.append(id)
        continue
      }
      let more = session.results.dropFirst(known.results.count)
      if more.isEmpty {
        unchanged += 1
      } else {
        longer.append((id, Array(more)))
        wanted.append(session)
      }
    }
  }

  /// Compares again what is to be stored, inside the transaction that stores it. What somebody deleted since stays deleted:
  /// its recording was not copied.
  func again(_ connection: Connection) throws(HistoryError) -> ArchiveComparison {
    var comparison = try ArchiveComparison(wanted, connection)
    let copied = Set(new.map(\.record.id))
    comparison.new.removeAll { !copied.contains($0.record.id) }
    return comparison
  }

  /// Whether one continues the other in everything that was said and made of it; not what the user decides anew (pinned), and
  /// not whether the audio is still there, which limits decide.
  private static func agree(_ archived: SessionDetail, _ known: SessionDetail) -> Bool {
    var (left, right) = (archived.record, known.record)
    if let one = left.audio, let other = right.audio, one != other { return false }
    left.audio = nil
    right.audio = nil
    left.pinned = right.pinned
    left.audioExpiry = nil
    right.audioExpiry = nil
    return left == right
      && (known.results.starts(with: archived.results) || archived.results.starts(with: known.results))
  }
}
