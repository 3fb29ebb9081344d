import Models
import Speech

/// The recogniser and the voice detector of one model, loaded.
///
/// The engine ends the process, divides by zero or runs for ever on inputs it does not expect (seen, version 2.0.1). So
/// nothing here comes from outside: the sample rate, window, method and thread count are fixed, samples are finite by
/// their type, lengths are kept within `SpeechRecording`'s limits, and a language is one of the manifest's.
final class Engine: SpeechDecoding {
  let model: ModelIdentity
  private let recogniser: any Recogniser
  private let detector: VoiceDetector
  private let mayKnowOnlyCapitals: Bool
  /// Told with each text, where the engine does not find it out.
  private let language: String?

  init(package: ModelPackage, policy: RecognitionPolicy) throws(WorkerReply.Failure) {
    let manifest = package.manifest
    let language = try Self.language(of: manifest, wanted: policy.language)
    model = package.identity
    self.language = language
    mayKnowOnlyCapitals = manifest.engine.mayKnowOnlyCapitals
    guard let recogniser = package.makeRecogniser(language: language) else {
      throw WorkerReply.Failure(
        code: .loadFailed, message: "it refuses one of the files of \(package.identity)")
    }
    self.recogniser = recogniser
    guard let detector = VoiceDetector(model: package.path(of: .voiceActivity)) else {
      throw WorkerReply.Failure(code: .loadFailed, message: "it refuses the voice activity detector")
    }
    self.detector = detector
  }

  func isSpeech(_ window: [Float]) -> Bool { detector.isSpeech(window) }
  func resetDetector() { detector.reset() }

  func decode(_ samples: [Float]) -> DecodedSpeech {
    precondition(
      SpeechRecording.decodableSamples.contains(samples.count), "the engine must not see other lengths")
    return recogniser.decode(samples).map { decoded($0, end: samples.count) } ?? DecodedSpeech()
  }

  private func decoded(_ found: Recognised, end: Int) -> DecodedSpeech {
    let text = DecodedText.cleaned(found.text)
    // A note about the sound is no text: the retry may find some.
    guard !text.isEmpty, !HallucinationGate.isAnnotation(text) else { return DecodedSpeech() }
    let language = language ?? found.language.flatMap(DecodedText.language)
    let speech = DecodedSpeech(text: text, words: WordTimes.words(found.tokens, end: end), language: language)
    return mayKnowOnlyCapitals ? speech.inSmallLetters : speech
  }

  private static func language(
    of manifest: ModelManifest, wanted: String?
  ) throws(WorkerReply.Failure) -> String? {
    guard let wanted else { return manifest.languages.count == 1 ? manifest.languages[0] : nil }
    if let known = manifest.language(for: wanted) { return known }
    throw WorkerReply.Failure(
      code: .languageUnknown,
      message: "'\(wanted)', but \(manifest.identity) knows \(manifest.languages.joined(separator: ", "))")
  }
}

extension SpeechEngine {
  /// Zipformers are trained on texts in capitals, as a rule.
  fileprivate var mayKnowOnlyCapitals: Bool { self == .transducer || self == .streamingTransducer }
}
