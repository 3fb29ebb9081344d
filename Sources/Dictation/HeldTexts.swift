internal import Domain
internal import VoiceHistory

/// Texts that history has not got: those that could not be delivered, where nothing is to be kept; all, where they are to be kept
/// and cannot be written, so that the newest is not taken for the one before. They are in memory only, until they are delivered
/// again or the program ends.
struct HeldTexts {
  /// One who notices it has said little since.
  static let limit = 8

  /// Oldest first.
  private var texts: [HistoryText] = []

  mutating func hold(_ text: HistoryText) {
    texts.append(text)
    if texts.count > Self.limit { texts.removeFirst() }
  }

  mutating func letGo(of session: SessionID) { texts.removeAll { $0.session == session } }

  /// - Parameter id: nil for the newest.
  func find(_ id: SessionID?) -> HistoryText? {
    guard let id else { return texts.last }
    return texts.last { $0.session == id }
  }
}

/// The text of a session that a person would want again.
struct HistoryText: Sendable {
  var session: SessionID
  var text: String
  /// The result that it comes from.
  var source: Int
  /// A further result can be added to its session.
  var isStored: Bool

  /// Nil where nothing was recognised.
  init?(_ detail: SessionDetail, isStored: Bool) {
    guard let source = detail.chosen else { return nil }
    session = detail.record.id
    text = DeliverableText.withoutControls(detail.results[source].text)
    if text.isEmpty { return nil }
    self.source = source
    self.isStored = isStored
  }
}
