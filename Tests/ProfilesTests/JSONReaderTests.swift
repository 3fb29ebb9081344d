import Testing

@testable import Profiles

@Suite struct JSONReaderTests {
  @Test func `every kind of value is read`() throws {
    let text = #" {"a": [null, true, false, 0, -12, 1.5, 2e3, "x"], "b": {}, "c": []} "#
    let elements: [JSONValue] = [
      .null, .boolean(true), .boolean(false), .integer(0), .integer(-12), .number(1.5), .number(2000),
      .string("x"),
    ]
    #expect(
      try JSONReader.read(Array(text.utf8))
        == .object([
          .init(name: "a", value: .array(elements)), .init(name: "b", value: .object([])),
          .init(name: "c", value: .array([])),
        ]))
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\ude00""#, "😀"), (#""日本""#, "日本"), (#""""#, ""), (#""\u0000""#, "\u{0}"),
  ])
  func `escapes are read`(text: String, expected: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == .string(expected))
  }

  static let bad: [(String, String)] = [
    ("", "line 1, column 1: the file ends where a value was expected"),
    ("\n\n  ", "line 3, column 3: the file ends where a value was expected"),
    ("{", "line 1, column 2: the file ends where a name in double quotes was expected"),
    ("{\n  \"a\": 1,\n}", "line 3, column 1: \"}\" where a name in double quotes was expected"),
    ("{\"a\" 1}", "line 1, column 6: \"1\" where \":\" after the name \"a\" was expected"),
    ("{\"a\": 1 \"b\": 2}", "line 1, column 9: \"\"\" where \",\" or \"}\" was expected"),
    ("{'a': 1}", "line 1, column 2: \"'\" where a name in double quotes was expected"),
    ("{\"a\": 1, \"a\": 2}", "line 1, column 10: the name \"a\" stands here twice"),
    ("[1, 2", "line 1, column 6: the file ends where \",\" or \"]\" was expected"),
    ("[1,]", "line 1, column 4: \"]\" where a value was expected"),
    ("[1] // note", "line 1, column 5: \"/\" where the end of the file was expected"),
    ("tru", "line 1, column 1: expected true"),
    ("nil", "line 1, column 1: expected null"),
    ("01", "line 1, column 2: \"1\" where the end of the file was expected"),
    ("-", "line 1, column 2: the file ends where a digit was expected"),
    ("1.", "line 1, column 3: the file ends where a digit was expected"),
    ("1e999", "line 1, column 1: the number is too large"),
    ("+1", "line 1, column 1: \"+\" where a value was expected"),
    ("\"abc", "line 1, column 1: the text that begins here has no closing quote"),
    ("\"a\nb\"", "line 1, column 3: a text must not contain a line end or control character"),
    ("\"\\x\"", "line 1, column 2: \"\\x\" is not an escape"),
    ("\"\\u12g4\"", "line 1, column 6: \"g\" where four hexadecimal digits was expected"),
    ("\"\\ud800\"", "line 1, column 2: half of a surrogate pair"),
    ("\"\\ude00\"", "line 1, column 2: half of a surrogate pair"),
    ("\"\\ud800\\u0041\"", "line 1, column 2: half of a surrogate pair"),
    (
      String(repeating: "[", count: 33), "line 1, column 33: nested more than 32 levels deep"
    ),
  ]

  @Test(arguments: bad) func `what is wrong is said with its line and column`(text: String, message: String) {
    #expect(failure(Array(text.utf8)) == message)
  }

  @Test func `bytes that are not UTF-8 are refused where they stand`() {
    #expect(failure(Array("{\n  \"a".utf8) + [0xff, 0x22]) == "line 2, column 5: the file is not UTF-8")
  }

  @Test func `32 levels are read`() throws {
    let text = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    _ = try JSONReader.read(Array(text.utf8))
  }

  @Test func `any cut of a valid text is refused and never read as something else`() {
    let bytes = Array(#"{"a": [null, true, -1.5e3, "é\u00e9\n"], "b": {"c": []}}"#.utf8)
    for count in 0..<bytes.count { #expect(failure(Array(bytes[..<count])) != nil) }
    #expect(failure(bytes) == nil)
  }

  @Test func `what is written is read again the same`() throws {
    let value = JSONValue.object([
      .init(name: "quote \" and \\", value: .string("line\nend \u{1} 😀 é")),
      .init(name: "list", value: .array([.integer(-3), .number(0.25), .null, .boolean(false), .array([])])),
      .init(name: "empty", value: .object([])),
    ])
    #expect(try JSONReader.read(JSONWriter.write(value)) == value)
  }

  private func failure(_ bytes: [UInt8]) -> String? {
    do throws(JSONSyntaxError) {
      _ = try JSONReader.read(bytes)
      return nil
    } catch { return error.description }
  }
}
