/// Bytes of a text and what stands in their place.
public struct TextEdit: Hashable, Sendable, Codable {
  /// Offsets in the UTF-8 of the text that the edit applies to: the first byte, and the first byte after.
  public var start: Int
  public var end: Int
  public var operation: EditOperation
  public var replacement: String

  public init(_ range: Range<Int>, _ operation: EditOperation, _ replacement: String) {
    start = range.lowerBound
    end = range.upperBound
    self.operation = operation
    self.replacement = replacement
  }
}

/// How Edited came of Raw: evidence that can be replayed.
///
/// Its first layer holds the spoken edits, with byte offsets in Raw; its second the dictionary's, with byte offsets in the
/// text that the first leaves. Kept in history as JSON.
public struct EditTrace: Hashable, Sendable, Codable {
  /// In order; they touch but do not overlap.
  public var spokenEdits: [TextEdit]
  public var dictionaryEdits: [TextEdit]

  public init(spokenEdits: [TextEdit] = [], dictionaryEdits: [TextEdit] = []) {
    self.spokenEdits = spokenEdits
    self.dictionaryEdits = dictionaryEdits
  }

  /// Applies the edits to Raw.
  ///
  /// - Returns: Edited, exactly.
  /// - Throws: when an edit does not fit the text.
  public func replay(_ raw: String) throws(EditTraceError) -> String {
    let spoken = try Self.apply(spokenEdits, to: Array(raw.utf8))
    return String(decoding: try Self.apply(dictionaryEdits, to: spoken), as: UTF8.self)
  }

  /// Refuses the trace unless its replay gives exactly this text.
  public func check(raw: String, edited: String) throws(EditTraceError) {
    let replayed = try replay(raw)
    // By bytes: equal Strings may differ in how their accents are composed.
    if !replayed.utf8.elementsEqual(edited.utf8) { throw .differentText }
  }

  static func apply(_ edits: [TextEdit], to bytes: [UInt8]) throws(EditTraceError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for (index, edit) in edits.enumerated() {
      guard edit.start >= position, edit.end >= edit.start, edit.end <= bytes.count else {
        throw .outOfPlace(index)
      }
      for edge in [edit.start, edit.end] where edge < bytes.count && bytes[edge] & 0xC0 == 0x80 {
        throw .insideCharacter(index)
      }
      result += bytes[position..<edit.start]
      result += edit.replacement.utf8
      position = edit.end
    }
    result += bytes[position...]
    return result
  }
}

/// Why a trace is not the evidence of a text.
public enum EditTraceError: Error, Hashable, Sendable {
  /// The edit with this index begins before the one before it ends, or lies outside the text.
  case outOfPlace(Int)
  /// The edit with this index begins or ends within the bytes of a character.
  case insideCharacter(Int)
  case differentText

  public var message: String {
    switch self {
    case .outOfPlace(let index):
      "edit \(index) of the trace lies outside the text or upon the edit before; the trace belongs to another text"
    case .insideCharacter(let index):
      "edit \(index) of the trace begins or ends inside a character; the trace belongs to another text"
    case .differentText: "the trace gives another text than the one that is stored beside it"
    }
  }
}
