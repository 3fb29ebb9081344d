import Testing

@testable import Speech

@Suite struct DecodeCheckTests {
  private func sound(_ words: Int, seconds: Double) -> Bool {
    let text = (0..<words).map { "w\($0)" }.joined(separator: " ")
    return DecodeCheck.isSound(text, speechSamples: Int(seconds * 16_000))
  }

  @Test func `one to six and a half words a second of speech are sound`() {
    #expect(sound(10, seconds: 10))
    #expect(!sound(9, seconds: 10))
    #expect(sound(65, seconds: 10))
    #expect(!sound(66, seconds: 10))
  }

  @Test func `less than two seconds of speech say nothing about the rate`() {
    #expect(sound(1, seconds: 1.99))
    #expect(!sound(1, seconds: 2))
  }

  @Test(arguments: [
    ("no no no", true), ("no no no no", false), ("a b a b a b a", true), ("a b a b a b a b", false),
    ("Of spring, of spring; of Spring of spring!", false),
    (
      "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness",
      true
    ),
  ])
  func `a phrase four times in a row is a loop`(text: String, isSound: Bool) {
    #expect(DecodeCheck.isSound(text, speechSamples: nil) == isSound)
  }

  @Test func `text without spaces is not counted by words`() {
    #expect(DecodeCheck.isSound("今日はとても良い天気ですね", speechSamples: 4 * 16_000))
  }
}

@Suite struct DecodedLoopTests {
  private func decoded(secondsPerWord: Double) -> DecodedSpeech {
    let texts = "Try again. Fail better. Fail better. Fail better. Fail better. Fail".split(separator: " ")
    let words = texts.enumerated().map { index, text in
      let start = index < 4 ? Double(index) : 4 + Double(index - 4) * secondsPerWord
      let end = index < 4 ? start + 1 : start + secondsPerWord
      return DecodedSpeech.Word(text: String(text), start: Int(start * 16_000), end: Int(end * 16_000))
    }
    return DecodedSpeech(text: texts.joined(separator: " "), words: words)
  }

  @Test func `repetitions faster than speech are taken out`() {
    let kept = DecodedLoop.removed(from: decoded(secondsPerWord: 0.09))
    #expect(kept.text == "Try again. Fail better.")
    #expect(kept.words.count == 4)
  }

  @Test func `repetitions that somebody can have said stay`() {
    let said = decoded(secondsPerWord: 0.11)
    #expect(DecodedLoop.removed(from: said) == said)
    let untimed = DecodedSpeech(text: said.text)
    #expect(DecodedLoop.removed(from: untimed) == untimed)
  }
}

@Suite struct HallucinationGateTests {
  private func words(_ words: [(String, Double, Double)]) -> DecodedSpeech {
    DecodedSpeech(
      text: words.map(\.0).joined(separator: " "),
      words: words.map {
        DecodedSpeech.Word(text: $0.0, start: Int($0.1 * 16_000), end: Int($0.2 * 16_000))
      })
  }

  @Test(arguments: [
    ("[BLANK_AUDIO]", true), ("(buzzer)", true), ("[Music] [Music]", true), ("♪♪♪", true), ("*coughs*", true),
    ("(wind blowing) Hello", false), ("Hello", false), ("", false), ("[unclosed", false), ("...", true),
  ])
  func `a note about the sound is no text`(text: String, isNote: Bool) {
    #expect(HallucinationGate.isAnnotation(text) == isNote)
  }

  @Test(arguments: [
    "Thank you.", "Thanks for watching!", "you", "Bye-bye.", "Vielen Dank.", "ご視聴ありがとうございました",
  ])
  func `what engines write for noise is dropped only where nobody spoke`(text: String) {
    let decoded = DecodedSpeech(text: text)
    #expect(HallucinationGate.passed(decoded, speech: [0..<3_199]).speech.text == "")
    #expect(HallucinationGate.passed(decoded, speech: [0..<3_199]).dropped == [text])
    #expect(HallucinationGate.passed(decoded, speech: [0..<3_200]).speech.text == text)
    #expect(HallucinationGate.passed(decoded, speech: nil).speech.text == text)
  }

  @Test func `anything else is kept, however short the speech`() {
    #expect(
      HallucinationGate.passed(DecodedSpeech(text: "Stop."), speech: [0..<1_600]).speech.text == "Stop.")
  }

  @Test func `known words at a time when nobody spoke are taken out, others stay`() {
    let decoded = words([("Call", 0.1, 0.4), ("home.", 0.4, 0.9), ("Thank", 3, 3.4), ("you.", 3.4, 3.8)])
    let outcome = HallucinationGate.passed(decoded, speech: [0..<16_000])
    #expect(outcome.speech.text == "Call home.")
    #expect(outcome.speech.words.count == 2)
    #expect(outcome.dropped == ["Thank you."])
    let spoken = HallucinationGate.passed(decoded, speech: [0..<16_000, 48_000..<60_000])
    #expect(spoken.speech.text == "Call home. Thank you.")
    let unknown = words([("Call", 0.1, 0.4), ("home.", 0.4, 0.9), ("Tomorrow", 3, 3.4)])
    #expect(HallucinationGate.passed(unknown, speech: [0..<16_000]).speech.text == "Call home. Tomorrow")
  }
}

@Suite struct WordTimesTests {
  private func tokens(_ tokens: [(String, Float, Float?)]) -> [WordTimes.Token] {
    tokens.map { WordTimes.Token(bytes: Array($0.0.utf8), start: $0.1, duration: $0.2) }
  }

  @Test func `tokens become words with their punctuation`() {
    let words = WordTimes.words(
      tokens([(" Try", 0.5, 0.3), (" aga", 0.8, 0.2), ("in", 1, 0.2), (".", 1.2, 0.1)]), end: 32_000)
    #expect(
      words == [
        DecodedSpeech.Word(text: "Try", start: 8_000, end: 12_800),
        DecodedSpeech.Word(text: "again.", start: 12_800, end: 20_800),
      ])
  }

  @Test func `without durations a word lasts until the next one, the last until the end`() {
    let words = WordTimes.words(tokens([("a", 0, nil), (" b", 1, nil)]), end: 32_000)
    #expect(words.map(\.end) == [16_000, 32_000])
  }

  @Test func `a character that two tokens share is put together`() {
    let bytes = Array(" é".utf8)
    let words = WordTimes.words(
      [
        WordTimes.Token(bytes: Array(bytes[..<2]), start: 0, duration: 0.5),
        WordTimes.Token(bytes: Array(bytes[2...]), start: 0.5, duration: 0.5),
      ], end: 16_000)
    #expect(words.map(\.text) == ["é"])
  }

  @Test func `in scripts without spaces each token is a word`() {
    let words = WordTimes.words(tokens([("今日", 0, nil), ("は", 0.5, nil), ("。", 0.7, nil)]), end: 16_000)
    #expect(words.map(\.text) == ["今日", "は。"])
  }

  @Test(arguments: [Float.nan, -.infinity, -1, .infinity, 1e30])
  func `times that make no sense stay within the audio`(time: Float) {
    let words = WordTimes.words(tokens([("a", time, time)]), end: 16_000)
    #expect(words.allSatisfy { (0...16_000).contains($0.start) && ($0.start...16_000).contains($0.end) })
  }
}
