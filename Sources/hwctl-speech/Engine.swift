import CSherpa
import Glibc
import Models
import Speech

/// The recogniser and the voice detector of one model, loaded.
///
/// The engine ends the process, divides by zero or runs for ever on inputs it does not expect (seen, version 2.0.1). So
/// nothing here comes from outside: the sample rate, window, method and thread count are fixed, samples are finite by
/// their type, lengths are kept within `SpeechRecording`'s limits, and a language is one of the manifest's.
final class Engine: SpeechDecoding {
  let model: ModelIdentity
  private let recogniser: OpaquePointer
  private let detector: VoiceDetector
  private let trailingSilence: Int
  /// Told with each text, where the engine does not find it out.
  private let language: String?

  init(package: ModelPackage, policy: RecognitionPolicy) throws(WorkerReply.Failure) {
    let manifest = package.manifest
    let language = try Self.language(of: manifest, wanted: policy.language)
    model = package.identity
    self.language = language
    trailingSilence = manifest.engine.trailingSilence
    guard let recogniser = RecogniserSettings(package: package, language: language).makeRecogniser() else {
      throw WorkerReply.Failure(
        code: .loadFailed, message: "it refuses one of the files of \(package.identity)")
    }
    self.recogniser = recogniser
    guard let detector = VoiceDetector(model: package.path(of: .voiceActivity)) else {
      SherpaOnnxDestroyOfflineRecognizer(recogniser)
      throw WorkerReply.Failure(code: .loadFailed, message: "it refuses the voice activity detector")
    }
    self.detector = detector
  }

  deinit { SherpaOnnxDestroyOfflineRecognizer(recogniser) }

  func isSpeech(_ window: [Float]) -> Bool { detector.isSpeech(window) }
  func resetDetector() { detector.reset() }

  func decode(_ samples: [Float]) -> DecodedSpeech {
    precondition(
      SpeechRecording.decodableSamples.contains(samples.count), "the engine must not see other lengths")
    guard let stream = SherpaOnnxCreateOfflineStream(recogniser) else { return DecodedSpeech() }
    defer { SherpaOnnxDestroyOfflineStream(stream) }
    let audio = samples + [Float](repeating: 0, count: trailingSilence)
    SherpaOnnxAcceptWaveformOffline(stream, 16_000, audio, Int32(audio.count))
    SherpaOnnxDecodeOfflineStream(recogniser, stream)
    guard let result = SherpaOnnxGetOfflineStreamResult(stream) else { return DecodedSpeech() }
    defer { SherpaOnnxDestroyOfflineRecognizerResult(result) }
    return decoded(result.pointee, end: samples.count)
  }

  private func decoded(_ result: SherpaOnnxOfflineRecognizerResult, end: Int) -> DecodedSpeech {
    let text = result.text.map { DecodedText.cleaned(String(cString: $0)) } ?? ""
    // A note about the sound is no text: the retry may find some.
    guard !text.isEmpty, !HallucinationGate.isAnnotation(text) else { return DecodedSpeech() }
    let told = result.lang.flatMap { DecodedText.language(String(cString: $0)) }
    return DecodedSpeech(
      text: text, words: WordTimes.words(Self.tokens(result), end: end), language: language ?? told)
  }

  private static func tokens(_ result: SherpaOnnxOfflineRecognizerResult) -> [WordTimes.Token] {
    guard let times = result.timestamps, let texts = result.tokens_arr else { return [] }
    return (0..<Int(result.count)).compactMap { index in
      guard let text = texts[index] else { return nil }
      let bytes = UnsafeBufferPointer(start: text, count: strlen(text))
      return WordTimes.Token(
        bytes: bytes.map(UInt8.init(bitPattern:)), start: times[index], duration: result.durations?[index])
    }
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
  /// Samples of silence after the audio.
  ///
  /// sherpa-onnx stops Whisper at 6 tokens for each second of audio: digits and fast speech lose their end without this.
  fileprivate var trailingSilence: Int { self == .whisper ? 2 * 16_000 : 0 }
}
