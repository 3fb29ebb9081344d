import SystemCalls
import Testing

@Suite struct UnixTimeTests {
  @Test(arguments: [
    (0, "19700101T000000Z"), (1_796_026_502_123, "20261130T081502Z"), (951_782_400_000, "20000229T000000Z"),
  ])
  func `the text of a time is UTC, and gives its second back`(milliseconds: Int64, text: String) {
    #expect(UnixTime.compactText(milliseconds: milliseconds) == text)
    #expect(UnixTime.milliseconds(ofCompactText: text + "-4f9c2a17") == milliseconds / 1000 * 1000)
  }

  @Test func `a time that the text cannot show is moved to the nearest that it can`() {
    #expect(UnixTime.compactText(milliseconds: -1_000) == "19700101T000000Z")
    #expect(UnixTime.compactText(milliseconds: .max) == "99991231T235959Z")
  }

  @Test(arguments: ["", "20261130T081502", "20261130 081502Z", "2026113oT081502Z"])
  func `anything else is no time`(text: String) {
    #expect(UnixTime.milliseconds(ofCompactText: text) == nil)
  }
}
