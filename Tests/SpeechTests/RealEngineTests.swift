import Domain
import Speech
import Testing

/// The engines of models that cannot be fetched where hwctl is built, by networks that have their shape (`TinyModel`).
@Suite(.serialized, .timeLimit(.minutes(5))) struct RealEngineTests {
  private func result(
    _ model: TinyModel, _ samples: [Int16], language: String? = nil
  ) async throws -> RecognitionResult {
    var configuration = try RealWorker.configuration()
    configuration.modelFolder = model.folder
    configuration.policy.language = language
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.give(samples)
    return try await recognition.result()
  }

  private func expectTimes(in result: RecognitionResult) {
    for word in result.words {
      #expect(.zero <= word.start && word.start <= word.end && word.end <= result.audioDuration)
    }
    for (left, right) in zip(result.words, result.words.dropFirst()) { #expect(left.start < right.start) }
  }

  @Test func `a streaming model's words stand in small letters, with their times`() async throws {
    let samples = try Recordings.samples(Recordings.quickBrownFox)
    let result = try await result(try .streamingZipformer(), samples)
    #expect(result.text == "hold the pedal")
    #expect(result.language == "en")
    #expect(result.words.map(\.text) == ["hold", "the", "pedal"])
    expectTimes(in: result)
  }

  @Test func `a streaming model begins each segment anew`() async throws {
    let result = try await result(
      try .streamingZipformer(), try Recordings.samples(Recordings.twoCities))
    #expect(result.segments.count >= 2)
    for segment in result.segments { #expect(segment.text.hasPrefix("hold the"), "\(segment.text)") }
  }

  @Test func `Parakeet's words stand as it writes them, with their times, in the language that was chosen`()
    async throws
  {
    let samples = try Recordings.samples(Recordings.quickBrownFox)
    let model = try TinyModel.parakeet()
    let result = try await result(model, samples, language: "de")
    #expect(result.text == "Hold the pedal.")
    #expect(result.language == "de")
    #expect(result.words.map(\.text) == ["Hold", "the", "pedal."])
    expectTimes(in: result)
  }

  @Test func `SenseVoice tells the language that it heard`() async throws {
    let samples = try Recordings.samples(Recordings.quickBrownFox)
    let result = try await result(try .senseVoice(), samples)
    #expect(result.text.hasPrefix("pedal"))
    #expect(result.language == "ko")
    #expect(Set(result.words.map(\.text)) == ["pedal"])
    expectTimes(in: result)
  }

  @Test func `networks of another family end the worker, which is told as it was`() async throws {
    let model = try TinyModel.mistaken()
    let samples = try Recordings.samples(Recordings.quickBrownFox)
    let error = await #expect(throws: SpeechError.self) { try await result(model, samples) }
    #expect(error?.code == .workerCrashed)
    #expect(error?.detail.hasPrefix("exit code 255: ") == true)
  }

  @Test func `silence gives no text`() async throws {
    let silence = [Int16](repeating: 0, count: 32_000)
    for model in [try TinyModel.streamingZipformer(), try .parakeet(), try .senseVoice()] {
      #expect(try await result(model, silence).text == "")
    }
  }
}
