import Domain
import Speech
import Testing

/// Whisper tiny.en and base, as `scripts/setup-speech whisper-tiny-en whisper-base` makes them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RealWhisperTests {
  private func result(_ model: String, _ samples: [Int16], language: String? = nil) async throws
    -> RecognitionResult
  {
    var configuration = try RealWorker.configuration(model: model)
    configuration.policy.language = language
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.give(samples)
    return try await recognition.result()
  }

  @Test func `each word has its time, in order and within the recording`() async throws {
    let samples = try Recordings.samples(Recordings.beckett)
    let result = try await result("whisper-tiny-en", samples)
    #expect(result.text == "Ever tried, ever failed. No matter. Try again. Fail again. Fail better.")
    #expect(result.words.map(\.text).joined(separator: " ") == result.text)
    #expect(result.language == "en")
    for word in result.words {
      #expect(.zero <= word.start && word.start <= word.end && word.end <= result.audioDuration)
    }
    for (left, right) in zip(result.words, result.words.dropFirst()) { #expect(left.start <= right.start) }
    // "again" is said twice, about one and a half seconds apart (listened to).
    let again = result.words.filter { $0.text == "again." }
    #expect(again.count == 2)
    #expect((.milliseconds(4_900)...(.milliseconds(5_400))).contains(again[0].start))
  }

  @Test func `times of words go on behind a cut`() async throws {
    let result = try await result("whisper-tiny-en", try Recordings.samples(Recordings.twoCities))
    #expect(result.segments.count >= 3)
    #expect(result.words.count == result.text.split(separator: " ").count)
    for (left, right) in zip(result.words, result.words.dropFirst()) { #expect(left.start <= right.start) }
    // "In short" begins the last part, after the 28th second.
    let inShort = try #require(result.words.first { $0.text == "In" })
    #expect((.seconds(28)...(.seconds(30))).contains(inShort.start))
  }

  @Test func `a model of many languages finds out which is spoken, or is told`() async throws {
    let samples = try Recordings.samples(Recordings.quickBrownFox)
    let found = try await result("whisper-base", samples)
    #expect(found.language == "en")
    #expect(wordErrors(words(found.text), words("The quick brown fox jumps over the lazy dog")) <= 1)
    let told = try await result("whisper-base", samples, language: "en-GB")
    #expect(told.language == "en")
  }

  @Test func `a loop of the model is not what is written`() async throws {
    let result = try await result("whisper-base", try Recordings.samples(Recordings.beckett))
    #expect(
      wordErrors(
        words(result.text),
        words(
          "ever tried ever failed no matter try again fail again fail better")) <= 1)
  }

  @Test func `a language that the model does not know is refused by name`() async throws {
    let error = await #expect(throws: SpeechError.self) {
      try await result("whisper-tiny-en", [Int16](repeating: 0, count: 16_000), language: "de")
    }
    #expect(error?.code == .languageUnknown)
    #expect(error?.detail == "'de', but whisper-tiny-en 1 knows en")
  }

  @Test(arguments: ["whisper-tiny-en", "whisper-base"])
  func `minutes of silence, noise, a fan, a keyboard or music give no text`(model: String) async throws {
    let worker = SpeechWorker(configuration: try RealWorker.configuration(model: model))
    for sound in NoSpeech.allCases {
      let recognition = Recognition(worker)
      recognition.give(sound.samples(seconds: 60))
      let result = try await recognition.result()
      #expect(result.text == "", "\(sound)")
      #expect(result.speechDuration == .zero, "\(sound)")
    }
  }

  /// Without the detector the engine says what it makes of noise; its notes about the sound are still no text.
  @Test func `without the detector silence is decoded`() async throws {
    var configuration = try RealWorker.configuration(model: "whisper-tiny-en")
    configuration.policy.detectsSpeech = false
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.give([Int16](repeating: 0, count: 10 * 16_000))
    let result = try await recognition.result()
    #expect(result.segments.count == 1)
    #expect(result.speechDuration == .seconds(10))
    #expect(result.dropped.isEmpty)
  }
}
