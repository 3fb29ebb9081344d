import Domain
import Speech
import Testing

/// The library's streaming side, with a network that has its shape (`TinyStreamingModel`).
@Suite(.serialized, .timeLimit(.minutes(5))) struct RealStreamingModelTests {
  private func result(_ model: TinyStreamingModel, _ samples: [Int16]) async throws -> RecognitionResult {
    var configuration = try RealWorker.configuration()
    configuration.modelFolder = model.folder
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.give(samples)
    return try await recognition.result()
  }

  @Test func `its words stand in small letters, with times within the recording`() async throws {
    let model = try TinyStreamingModel()
    let samples = try Recordings.samples(Recordings.quickBrownFox)
    let result = try await result(model, samples)
    #expect(result.text == "hold the pedal")
    #expect(result.language == "en")
    #expect(result.words.map(\.text) == ["hold", "the", "pedal"])
    for word in result.words {
      #expect(.zero <= word.start && word.start <= word.end && word.end <= result.audioDuration)
    }
    for (left, right) in zip(result.words, result.words.dropFirst()) {
      #expect(left.start < right.start)
    }
  }

  @Test func `each segment begins anew`() async throws {
    let model = try TinyStreamingModel()
    let result = try await result(model, try Recordings.samples(Recordings.twoCities))
    #expect(result.segments.count >= 2)
    for segment in result.segments { #expect(segment.text.hasPrefix("hold the"), "\(segment.text)") }
  }

  @Test func `silence gives no text`() async throws {
    let model = try TinyStreamingModel()
    #expect(try await result(model, [Int16](repeating: 0, count: 32_000)).text == "")
  }
}
