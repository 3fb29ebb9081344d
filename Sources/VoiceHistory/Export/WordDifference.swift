/// What changed from one text to another, word by word.
public struct WordDifference: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
  }

  /// Runs of words; joined by single spaces, the same and removed ones are the words of the old text, the same and added ones
  /// those of the new.
  public var parts: [Part]

  /// - Parameters:
  ///   - old: compared by its words; line ends count as words, other white space does not.
  public init(from old: String, to new: String) {
    let (left, right) = (Self.words(old), Self.words(new))
    let difference = right.difference(from: left)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    parts = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      if i < left.count, removed.contains(i) {
        append(.removed(left[i]))
        i += 1
      } else if j < right.count, added.contains(j) {
        append(.added(right[j]))
        j += 1
      } else {
        append(.same(left[i]))
        i += 1
        j += 1
      }
    }
  }

  public var isEmpty: Bool {
    parts.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// As `git diff --word-diff` writes it: `I [-think-] {+know+} so.`
  public var text: String {
    parts.map { part in
      switch part {
      case .same(let words): words
      case .removed(let words): "[-\(words)-]"
      case .added(let words): "{+\(words)+}"
      }
    }.joined(separator: " ")
  }

  private mutating func append(_ part: Part) {
    switch (parts.last, part) {
    case (.same(let before)?, .same(let word)): parts[parts.count - 1] = .same("\(before) \(word)")
    case (.removed(let before)?, .removed(let word)): parts[parts.count - 1] = .removed("\(before) \(word)")
    case (.added(let before)?, .added(let word)): parts[parts.count - 1] = .added("\(before) \(word)")
    default: parts.append(part)
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(whereSeparator: \.isWhitespace).map(String.init)
    }.joined(separator: ["⏎"]).map { $0 }
  }
}
