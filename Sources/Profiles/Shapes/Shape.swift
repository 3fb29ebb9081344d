/// What a value in a settings file may be.
///
/// The one source of the checks of a file's structure and of the JSON schema for editors: a name, limit or choice stands
/// here once. What needs more than one place to judge (ids that must exist, chords that clash) is checked by the decoders.
indirect enum Shape: Sendable {
  case text(TextRule)
  case integer(ClosedRange<Int>, except: Int? = nil)
  case boolean
  /// Only `true` may stand there: to say no, the name is left out.
  case yes
  /// - Parameter called: what messages call the thing, "mode".
  case choice([String], called: String)
  case list(Shape, count: ClosedRange<Int>)
  case object(ObjectShape)
  case variants(Variants)
  /// A shape that occurs in several places; the JSON schema defines it once.
  case named(String, Shape)

  static func text(_ length: ClosedRange<Int>) -> Shape { .text(TextRule(length: length)) }
}

/// What a text must look like.
struct TextRule: Sendable {
  /// In characters.
  var length: ClosedRange<Int>
  /// An ECMA 262 expression for editors, as far as one can say it.
  var pattern: String?
  /// What is wrong with a text of sound length; nil where nothing is.
  var problem: @Sendable (String) -> ProfileIssue.Problem? = { _ in nil }
}

/// A member of an object.
struct Field: Sendable {
  var name: String
  var shape: Shape
  var isRequired: Bool
  /// Null counts as absent.
  var allowsNull: Bool
  /// One sentence for whoever writes the file; editors show it.
  var summary: String

  static func required(_ name: String, _ shape: Shape, _ summary: String) -> Field {
    Field(name: name, shape: shape, isRequired: true, allowsNull: false, summary: summary)
  }

  static func optional(_ name: String, _ shape: Shape, null: Bool = false, _ summary: String) -> Field {
    Field(name: name, shape: shape, isRequired: false, allowsNull: null, summary: summary)
  }
}

/// An object: any name that is not a field is taken for a slip of the pen.
struct ObjectShape: Sendable {
  var fields: [Field]
  /// Exactly one of these fields stands there; none of them is required by itself.
  var oneOf: [String] = []
}

/// Objects that a word tells apart: `{"type": "media", …}`.
struct Variants: Sendable {
  struct Variant: Sendable {
    var word: String
    var shape: Shape
  }

  var tag: String
  /// What messages call the word, "action".
  var called: String
  /// Their shapes are objects or variants again.
  var variants: [Variant]
}
