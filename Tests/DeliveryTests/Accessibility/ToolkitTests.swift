import Testing

@testable import Delivery

@Suite struct ToolkitTests {
  /// Name, whether it inserts, and the length of "ä😀" in offsets and in InsertText.
  static let rules: [(name: String, inserts: Bool, offset: Int, length: Int)] = [
    ("gtk", true, 2, 6), ("GTK", true, 2, 6), ("Qt", true, 3, 3), ("Gecko", false, 2, 6),
    ("Chromium", false, 2, 6), ("WebKitGTK", false, 2, 6), ("", false, 2, 6),
  ]

  @Test(arguments: rules)
  func `lengths are bytes for GTK and UTF-16 units for Qt, and others insert nothing`(
    rule: (name: String, inserts: Bool, offset: Int, length: Int)
  ) {
    let toolkit = Toolkit(name: rule.name)
    #expect(toolkit.insertsText == rule.inserts)
    #expect(toolkit.offsetUnit.count("ä😀") == rule.offset)
    #expect(toolkit.insertionLength(of: "ä😀") == rule.length)
  }

  @Test func `nearby text ends with whole characters`() {
    #expect("abc".suffix(utf16: 2) == "bc")
    #expect("abc".suffix(utf16: 3) == "abc")
    #expect("abc".suffix(utf16: 4) == "abc")
    #expect("a😀".suffix(utf16: 1) == "")
    #expect("a😀".suffix(utf16: 2) == "😀")
    #expect("e\u{301}".suffix(utf16: 1) == "")
    #expect("👨‍👩‍👧b".suffix(utf16: 8) == "b")
  }
}

@Suite struct InsertionCheckTests {
  private func outcome(
    _ text: String, _ unit: OffsetUnit = .scalar, countNow: Int, _ found: String
  ) -> DeliveryReport.Outcome {
    InsertionCheck(text: text, unit: unit, position: 3, countBefore: 10).outcome(
      countNow: countNow, found: found)
  }

  @Test func `a text that stands there in its whole length was inserted`() {
    #expect(outcome("ä😀", countNow: 12, "ä😀") == .inserted)
    #expect(outcome("ä😀", .utf16, countNow: 13, "ä😀") == .inserted)
  }

  @Test func `a text that is followed by junk was not`() {
    #expect(
      outcome("ä😀", .utf16, countNow: 17, "ä😀")
        == .partial(charactersDelivered: 2, reason: .insertionDiffers))
  }

  @Test func `where nothing has grown nothing was inserted, whatever stands there`() {
    #expect(outcome("ab", countNow: 10, "cd") == .kept(.insertionRefused))
    #expect(outcome("ab", countNow: 10, "ab") == .kept(.insertionRefused))
  }

  @Test func `a text that was cut counts as far as it goes`() {
    #expect(
      outcome("abcd", countNow: 12, "abxy") == .partial(charactersDelivered: 2, reason: .insertionDiffers))
    #expect(
      outcome("abcd", countNow: 12, "abcd") == .partial(charactersDelivered: 2, reason: .insertionDiffers))
    #expect(
      outcome("😀b", .utf16, countNow: 11, "😀x") == .partial(charactersDelivered: 0, reason: .insertionDiffers)
    )
  }

  @Test func `a text that lost characters is reported as it is`() {
    #expect(
      outcome("abcd", countNow: 9, "abcd") == .partial(charactersDelivered: 0, reason: .insertionDiffers))
  }

  @Test func `composed and decomposed letters are not the same text`() {
    #expect(
      outcome("e\u{301}", countNow: 11, "é")
        == .partial(charactersDelivered: 0, reason: .insertionDiffers))
  }
}
