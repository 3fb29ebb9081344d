/// Reads JSON (RFC 8259) strictly, since a settings file that is half understood is worse than one refused.
///
/// Written here because FoundationEssentials keeps one of two equal names silently and gives no place for it.
struct JSONReader {
  /// Far deeper than any file of ours; bounds the recursion.
  static let depthLimit = 32

  private let scalars: [Unicode.Scalar]
  private var position = 0

  static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let sound = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      let reader = JSONReader(Array(sound.unicodeScalars))
      throw reader.failure("the file is not UTF-8", at: reader.scalars.count)
    }
    var reader = JSONReader(Array(text.unicodeScalars))
    reader.skipSpace()
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.next == nil else { throw reader.unexpected("the end of the file") }
    return value
  }

  private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < Self.depthLimit else {
      throw failure("nested more than \(Self.depthLimit) levels deep", at: position)
    }
    switch next {
    case "{": return try object(depth: depth)
    case "[": return try array(depth: depth)
    case "\"": return .string(try string())
    case "t": return try literal("true", .boolean(true))
    case "f": return try literal("false", .boolean(false))
    case "n": return try literal("null", .null)
    case let scalar? where scalar == "-" || ("0"..."9").contains(scalar): return try number()
    default: throw unexpected("a value")
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    position += 1
    skipSpace()
    var members: [JSONValue.Member] = []
    if take("}") { return .object([]) }
    var names: Set<String> = []
    while true {
      let start = position
      guard next == "\"" else { throw unexpected("a name in double quotes") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw failure("the name \"\(name)\" stands here twice", at: start)
      }
      skipSpace()
      guard take(":") else { throw unexpected("\":\" after the name \"\(name)\"") }
      skipSpace()
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw unexpected("\",\" or \"}\"") }
      skipSpace()
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    position += 1
    skipSpace()
    var elements: [JSONValue] = []
    if take("]") { return .array([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw unexpected("\",\" or \"]\"") }
      skipSpace()
    }
  }

  private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let start = position
    for scalar in text.unicodeScalars {
      guard take(scalar) else { throw failure("expected \(text)", at: start) }
    }
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(String.UnicodeScalarView(scalars[start..<position]))
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw failure("the number is too large", at: start)
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let scalar = next, ("0"..."9").contains(scalar) { position += 1 }
    guard position > start else { throw unexpected("a digit") }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escape())
      case "\u{0}"..."\u{1F}":
        throw failure("a text must not contain a line end or control character", at: position - 1)
      default: text.append(scalar)
      }
    }
    throw failure("the text that begins here has no closing quote", at: start)
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position - 1
    guard let scalar = next else { throw unexpected("an escape") }
    position += 1
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicodeEscape(start)
    default: throw failure("\"\\\(scalar)\" is not an escape", at: start)
    }
  }

  /// `\uXXXX`, or two of them that form a surrogate pair.
  private mutating func unicodeEscape(_ start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    var value = try codeUnit()
    if (0xD800...0xDBFF).contains(value), take("\\"), take("u") {
      let low = try codeUnit()
      guard (0xDC00...0xDFFF).contains(low) else { throw failure("half of a surrogate pair", at: start) }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw failure("half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = next, scalar.isASCII, let digit = UInt32(String(scalar), radix: 16) else {
        throw unexpected("four hexadecimal digits")
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let scalar = next, [" ", "\t", "\n", "\r"].contains(scalar) { position += 1 }
  }

  private func unexpected(_ expected: String) -> JSONSyntaxError {
    guard let next else { return failure("the file ends where \(expected) was expected", at: position) }
    let found = next.value < 0x20 ? "a control character" : "\"\(next)\""
    return failure("\(found) where \(expected) was expected", at: position)
  }

  private func failure(_ reason: String, at position: Int) -> JSONSyntaxError {
    let before = scalars[..<position]
    let line = before.count { $0 == "\n" } + 1
    let column = position - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
    return JSONSyntaxError(reason: reason, line: line, column: column)
  }
}
