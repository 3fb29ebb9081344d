/// A JSON text as a tree, with what a check of a hand-written file needs: every name, in order, and where it stands.
indirect enum JSONValue: Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number with a fraction or exponent, or out of the range of Int.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable {
    var name: String
    var value: JSONValue
  }

  /// What messages call it.
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A JSON text that cannot be read, and where.
struct JSONSyntaxError: Error, Hashable {
  /// What stands there and what was expected, as the end of a sentence.
  var reason: String
  /// Both count from 1; columns count Unicode scalars.
  var line: Int
  var column: Int

  var description: String { "line \(line), column \(column): \(reason)" }
}
