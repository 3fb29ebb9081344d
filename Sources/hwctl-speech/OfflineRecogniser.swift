import CSherpa
import Models
import Speech

/// A network that wants a whole piece of audio.
final class OfflineRecogniser: Recogniser {
  private let recogniser: OpaquePointer
  private let trailingSilence: [Float]

  init?(_ package: ModelPackage, language: String?) {
    let strings = LibraryStrings()
    var configuration = SherpaOnnxOfflineRecognizerConfig()
    configuration.feat_config.sample_rate = LibrarySettings.sampleRate
    configuration.feat_config.feature_dim = LibrarySettings.features
    configuration.model_config.tokens = strings(package.path(of: .tokens))
    configuration.model_config.num_threads = LibrarySettings.threads
    configuration.model_config.provider = strings(LibrarySettings.provider)
    configuration.decoding_method = strings(LibrarySettings.method)
    configuration.model_config.setNetworks(of: package, language, strings)
    let made = withExtendedLifetime(strings) { SherpaOnnxCreateOfflineRecognizer(&configuration) }
    guard let made else { return nil }
    recogniser = made
    trailingSilence = [Float](repeating: 0, count: package.manifest.engine.trailingSilence)
  }

  deinit { SherpaOnnxDestroyOfflineRecognizer(recogniser) }

  func decode(_ audio: [Float]) -> Recognised? {
    guard let stream = SherpaOnnxCreateOfflineStream(recogniser) else { return nil }
    defer { SherpaOnnxDestroyOfflineStream(stream) }
    let audio = audio + trailingSilence
    SherpaOnnxAcceptWaveformOffline(stream, LibrarySettings.sampleRate, audio, Int32(audio.count))
    SherpaOnnxDecodeOfflineStream(recogniser, stream)
    guard let result = SherpaOnnxGetOfflineStreamResult(stream) else { return nil }
    defer { SherpaOnnxDestroyOfflineRecognizerResult(result) }
    let found = result.pointee
    return Recognised(
      text: found.text, tokens: found.tokens_arr, starts: found.timestamps, durations: found.durations,
      count: found.count, language: found.lang)
  }
}

extension SpeechEngine {
  /// Samples of silence after the audio.
  ///
  /// sherpa-onnx stops Whisper at 6 tokens for each second of audio: digits and fast speech lose their end without this.
  fileprivate var trailingSilence: Int { self == .whisper ? 2 * 16_000 : 0 }
}

extension SherpaOnnxOfflineModelConfig {
  fileprivate mutating func setNetworks(
    of package: ModelPackage, _ language: String?, _ strings: LibraryStrings
  ) {
    func path(_ role: ModelManifest.Role) -> UnsafePointer<CChar> { strings(package.path(of: role)) }
    switch package.manifest.engine {
    case .moonshine:
      moonshine.encoder = path(.encoder)
      moonshine.merged_decoder = path(.decoder)
    case .moonshineFirst:
      moonshine.preprocessor = path(.preprocessor)
      moonshine.encoder = path(.encoder)
      moonshine.uncached_decoder = path(.uncachedDecoder)
      moonshine.cached_decoder = path(.cachedDecoder)
    case .whisper:
      whisper.encoder = path(.encoder)
      whisper.decoder = path(.decoder)
      // A model of one language knows no language's token; an unknown one ends the process at the first decode.
      whisper.language = strings(package.manifest.languages.count == 1 ? "" : language ?? "")
      whisper.task = strings("transcribe")
      // Frames of 10 ms. With fewer, text is invented at the end; more only takes longer.
      whisper.tail_paddings = 300
      whisper.enable_token_timestamps = package.manifest.capabilities.wordTimes ? 1 : 0
    case .transducer, .streamingTransducer, .nemoTransducer:
      transducer.encoder = path(.encoder)
      transducer.decoder = path(.decoder)
      transducer.joiner = path(.joiner)
      if package.manifest.engine == .nemoTransducer { model_type = strings("nemo_transducer") }
    case .senseVoice:
      sense_voice.model = path(.model)
      sense_voice.language = strings(language ?? "auto")
      // Punctuation, and numbers as digits.
      sense_voice.use_itn = 1
    }
  }
}
