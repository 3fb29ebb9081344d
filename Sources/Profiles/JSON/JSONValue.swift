/// A JSON text as a tree, with what a check of a hand-written file needs: every name, in order, and where it stands.
indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number with a fraction or exponent, or out of the range of Int.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  static func members(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member(name: $0.0, value: $0.1) })
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

extension JSONValue {
  // What decoders read. Nil where the value is of another type: the check of its shape has said so already.

  /// The member of that name.
  subscript(name: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      guard let newValue else {
        self = .object(members.filter { $0.name != name })
        return
      }
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append(Member(name: name, value: newValue))
      }
      self = .object(members)
    }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// Empty where there is no list.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// Each element of the list under the name changed; a value without such a list stays as it is.
  mutating func mapElements(_ name: String, _ change: (inout JSONValue) -> Void) {
    guard case .array(var elements)? = self[name] else { return }
    for index in elements.indices { change(&elements[index]) }
    self[name] = .array(elements)
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
