internal import Domain

/// Decides whether a paste has arrived, from the reads of the clipboard since the chord. Pure.
///
///     1  chord   read      nothing more for 100 ms                          read
///     2  chord   read, busy ... read of another format, 100 ms              read: GTK asks for several formats in turn, and must
///                                                                           not find the old clipboard between them
///     3  chord   busy (does not read its events) .......... read, 100 ms    read: time counts only while it reads its events
///     4  chord   nothing for 2 s                                            not read: these are not its keys for pasting
///     5  chord   a clipboard manager reads, nothing more for 2 s            not read
struct PasteWatch: Hashable, Sendable {
  enum Verdict: Hashable, Sendable {
    case read
    case notRead
  }

  /// How long a program that reads its events may take until it asks for the clipboard.
  static let readLimit = Duration.seconds(2)
  /// From one format to the next that a program asks for.
  static let quiet = Duration.milliseconds(100)
  /// In all; a program that is busy for longer does not answer its user either.
  static let limit = Duration.seconds(10)

  private let begun: MonotonicInstant
  /// When the last read came or went on, or the program was behind with its events.
  private var disturbed: MonotonicInstant
  private var reads = 0

  init(at instant: MonotonicInstant) {
    begun = instant
    disturbed = instant
  }

  /// - Parameters:
  ///   - reads: all since the chord.
  ///   - isBehind: the program has events that it has not read.
  /// - Returns: nil while it must be waited for.
  mutating func look(_ reads: [ClipboardRead], isBehind: Bool, at now: MonotonicInstant) -> Verdict? {
    if isBehind || reads.count != self.reads || reads.contains(where: { !$0.isFinished }) { disturbed = now }
    self.reads = reads.count
    let isRead = reads.contains { $0.isFinished && $0.reader != .other && ClipboardContent.isText($0.type) }
    let rest = disturbed.duration(to: now)
    if isRead && rest >= Self.quiet { return .read }
    if !isRead && rest >= Self.readLimit { return .notRead }
    return begun.duration(to: now) >= Self.limit ? (isRead ? .read : .notRead) : nil
  }
}
