/// Writes JSON for people to read and edit: two spaces a level, members in the order given. What fits on a line and holds
/// no list of objects stands on one, so that a Binding is one line.
enum JSONWriter {
  /// As wide as people's editors.
  static let width = 100

  /// A whole file, with a line end at its end.
  static func write(_ value: JSONValue) -> [UInt8] {
    var text = ""
    append(value, indentation: "", column: 0, to: &text)
    return Array((text + "\n").utf8)
  }

  /// Everything on one line, without a line end.
  static func line(_ value: JSONValue) -> String {
    switch value {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .number(let value): return String(value)
    case .string(let value): return quoted(value)
    case .array(let elements): return "[" + elements.map(line).joined(separator: ", ") + "]"
    case .object(let members):
      return "{" + members.map { quoted($0.name) + ": " + line($0.value) }.joined(separator: ", ") + "}"
    }
  }

  private static func append(_ value: JSONValue, indentation: String, column: Int, to text: inout String) {
    let inner = indentation + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty && !fits(value, column):
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        append(element, indentation: inner, column: inner.count, to: &text)
      }
      text += "\n" + indentation + "]"
    case .object(let members) where !members.isEmpty && !fits(value, column):
      text += "{"
      for (index, member) in members.enumerated() {
        let name = quoted(member.name) + ": "
        text += (index == 0 ? "\n" : ",\n") + inner + name
        append(member.value, indentation: inner, column: inner.count + name.count, to: &text)
      }
      text += "\n" + indentation + "}"
    default: text += line(value)
    }
  }

  private static func fits(_ value: JSONValue, _ column: Int) -> Bool {
    !hasObjectList(value) && column + line(value).count < width
  }

  private static func hasObjectList(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements):
      elements.contains { element in
        if case .object = element { true } else { hasObjectList(element) }
      }
    case .object(let members): members.contains { hasObjectList($0.value) }
    case .null, .boolean, .integer, .number, .string: false
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
