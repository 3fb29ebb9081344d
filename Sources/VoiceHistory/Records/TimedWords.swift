internal import Domain
internal import FoundationEssentials

/// Timed words as history keeps them: `[["hello",120,480],…]`, the times in milliseconds.
enum TimedWords {
  /// Nil where there are none.
  ///
  /// A word that reaches beyond the audio ends with it, and one that ends before it begins has no length: the times of
  /// an engine are estimates, and must not cost the text.
  static func text(_ words: [TimedWord], within length: Duration) -> String? {
    if words.isEmpty { return nil }
    let longest = length.wholeMilliseconds
    let entries = words.map { word in
      let start = min(max(word.start.wholeMilliseconds, 0), longest)
      return Entry(
        text: word.text, start: start, end: min(max(word.end.wholeMilliseconds, start), longest))
    }
    guard let data = try? JSONEncoder().encode(entries) else {
      preconditionFailure("strings and whole numbers can always be encoded")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// - Throws: `invalidWords` for anything that `text` would not write.
  static func read(_ text: String, within length: Duration) throws(IsolatedSession.Contradiction)
    -> [TimedWord]
  {
    guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(text.utf8)) else {
      throw .invalidWords
    }
    let longest = length.wholeMilliseconds
    guard entries.allSatisfy({ 0 <= $0.start && $0.start <= $0.end && $0.end <= longest }) else {
      throw .wordsOutsideAudio
    }
    return entries.map {
      TimedWord(text: $0.text, start: .milliseconds($0.start), end: .milliseconds($0.end))
    }
  }

  private struct Entry: Codable {
    var text: String
    var start: Int64
    var end: Int64

    init(text: String, start: Int64, end: Int64) {
      self.text = text
      self.start = start
      self.end = end
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      text = try values.decode(String.self)
      start = try values.decode(Int64.self)
      end = try values.decode(Int64.self)
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try values.encode(text)
      try values.encode(start)
      try values.encode(end)
    }
  }
}
