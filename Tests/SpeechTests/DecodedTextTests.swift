import Testing

@testable import Speech

@Suite struct DecodedTextTests {
  @Test(arguments: [
    ("", ""), (" Hello world", "Hello world"), ("a<unk>b", "a b"), ("<unk><unk>", ""), ("  a \n b\t", "a b"),
    ("<un", "<un"), ("x <unk>", "x"), ("naïve <unk> café", "naïve café"),
  ])
  func `text is trimmed, its spaces are single and unknown tokens are gone`(raw: String, clean: String) {
    #expect(DecodedText.cleaned(raw) == clean)
  }

  @Test(arguments: [
    ("HOLD THE PEDAL", "en", "hold the pedal"), ("I'M SURE I AM", "en", "I'm sure I am"),
    ("I AM", "en-US", "I am"), ("I ON", "pl", "i on"), ("ÉTÉ", nil, "été"), ("IT IS", "en", "it is"),
    ("Hold the PEDAL", "en", "Hold the PEDAL"), ("1 2", "en", "1 2"), ("", "en", ""),
  ])
  func `what is in capitals only is in small letters, but for the English I`(
    raw: String, language: String?, small: String
  ) {
    let words = raw.split(separator: " ").enumerated().map {
      DecodedSpeech.Word(text: String($1), start: $0, end: $0 + 1)
    }
    let speech = DecodedSpeech(text: raw, words: words, language: language).inSmallLetters
    #expect(speech.text == small)
    #expect(speech.words.map(\.text).joined(separator: " ") == small)
    #expect(speech.words.map(\.start) == words.map(\.start))
  }
}

@Suite struct DetectorGainTests {
  @Test func `quiet windows are lifted to the target peak, at most thirty-fold`() {
    var gain = DetectorGain()
    var window = [Float](repeating: 0.03, count: 512)
    gain.apply(to: &window)
    #expect(abs(window[0] - 0.3) < 0.001)
    var another = DetectorGain()
    var faint = [Float](repeating: 0.0001, count: 512)
    another.apply(to: &faint)
    #expect(abs(faint[0] - 0.00316) < 0.0001)
  }

  @Test func `loud windows and silence stay as they are`() {
    var gain = DetectorGain()
    var silence = [Float](repeating: 0, count: 512)
    gain.apply(to: &silence)
    #expect(silence.allSatisfy { $0 == 0 })
    var loud = [Float](repeating: 0.8, count: 512)
    gain.apply(to: &loud)
    #expect(loud[0] == 0.8)
  }

  @Test func `after a loud sound the gain comes back within some seconds`() {
    var gain = DetectorGain()
    var click = [Float](repeating: 1, count: 512)
    gain.apply(to: &click)
    var gains: [Float] = []
    for _ in 0..<400 {
      var quiet = [Float](repeating: 0.01, count: 512)
      gain.apply(to: &quiet)
      gains.append(quiet[0] / 0.01)
    }
    #expect(gains[0] == 1)
    #expect(gains[399] > 3)
    #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
