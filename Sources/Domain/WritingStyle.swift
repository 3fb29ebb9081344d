/// How dictated text is written; the names stand in preferences and in history.
public enum WritingStyle: String, CaseIterable, Hashable, Sendable, Codable {
  /// As recognised, byte for byte but for space.
  case verbatim
  /// Sentences begin with a capital; nothing else is changed. The usual one.
  case clean
  case formal
  case casual
  case veryCasual
  case excited
}
