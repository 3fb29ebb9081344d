/// Writes JSON for people to read and edit: two spaces a level, members in the order given, a line end at the end.
enum JSONWriter {
  static func write(_ value: JSONValue) -> [UInt8] {
    var text = ""
    append(value, indentation: "", to: &text)
    return Array((text + "\n").utf8)
  }

  private static func append(_ value: JSONValue, indentation: String, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += String(value)
    case .string(let value): text += quoted(value)
    case .array(let elements):
      append(elements, between: ("[", "]"), indentation, to: &text) { element, inner, text in
        append(element, indentation: inner, to: &text)
      }
    case .object(let members):
      append(members, between: ("{", "}"), indentation, to: &text) { member, inner, text in
        text += quoted(member.name) + ": "
        append(member.value, indentation: inner, to: &text)
      }
    }
  }

  private static func append<Item>(
    _ items: [Item], between brackets: (String, String), _ indentation: String, to text: inout String,
    _ write: (Item, String, inout String) -> Void
  ) {
    text += brackets.0
    let inner = indentation + "  "
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + inner
      write(item, inner, &text)
    }
    if !items.isEmpty { text += "\n" + indentation }
    text += brackets.1
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
