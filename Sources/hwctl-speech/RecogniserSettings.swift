import CSherpa
import Glibc
import Models
import Speech

/// What sherpa-onnx is told about a model, kept alive while it is.
///
/// All calls of the library read their strings before they return.
final class RecogniserSettings {
  private var strings: [UnsafeMutablePointer<CChar>] = []
  private let package: ModelPackage
  private let language: String?

  /// - Parameter language: one of the manifest's; nil: the engine finds out.
  init(package: ModelPackage, language: String?) {
    self.package = package
    self.language = language
  }

  deinit { for string in strings { free(string) } }

  /// Nil when the library refuses the files.
  func makeRecogniser() -> OpaquePointer? {
    var configuration = SherpaOnnxOfflineRecognizerConfig()
    configuration.feat_config.sample_rate = 16_000
    configuration.feat_config.feature_dim = 80
    configuration.model_config.tokens = path(.tokens)
    // A second thread gains 10 to 35 % on an idle machine and loses on a busy one.
    configuration.model_config.num_threads = 1
    configuration.model_config.provider = string("cpu")
    // Any other method ends the process for Moonshine and Whisper.
    configuration.decoding_method = string("greedy_search")
    setNetworks(&configuration.model_config)
    return SherpaOnnxCreateOfflineRecognizer(&configuration)
  }

  private func setNetworks(_ model: inout SherpaOnnxOfflineModelConfig) {
    switch package.manifest.engine {
    case .moonshine:
      model.moonshine.encoder = path(.encoder)
      model.moonshine.merged_decoder = path(.decoder)
    case .moonshineFirst:
      model.moonshine.preprocessor = path(.preprocessor)
      model.moonshine.encoder = path(.encoder)
      model.moonshine.uncached_decoder = path(.uncachedDecoder)
      model.moonshine.cached_decoder = path(.cachedDecoder)
    case .whisper: setWhisper(&model.whisper)
    case .transducer, .nemoTransducer:
      model.transducer.encoder = path(.encoder)
      model.transducer.decoder = path(.decoder)
      model.transducer.joiner = path(.joiner)
      if package.manifest.engine == .nemoTransducer { model.model_type = string("nemo_transducer") }
    case .senseVoice:
      model.sense_voice.model = path(.model)
      model.sense_voice.language = string(language ?? "auto")
      // Punctuation, and numbers as digits.
      model.sense_voice.use_itn = 1
    }
  }

  private func setWhisper(_ whisper: inout SherpaOnnxOfflineWhisperModelConfig) {
    whisper.encoder = path(.encoder)
    whisper.decoder = path(.decoder)
    // A model of one language knows no language's token; an unknown one ends the process at the first decode.
    whisper.language = string(package.manifest.languages.count == 1 ? "" : language ?? "")
    whisper.task = string("transcribe")
    // Frames of 10 ms. With fewer, text is invented at the end; more only takes longer.
    whisper.tail_paddings = 300
    whisper.enable_token_timestamps = package.manifest.capabilities.wordTimes ? 1 : 0
  }

  private func path(_ role: ModelManifest.Role) -> UnsafePointer<CChar> { string(package.path(of: role)) }

  private func string(_ text: String) -> UnsafePointer<CChar> {
    guard let copy = strdup(text) else { preconditionFailure("there is no memory for a file's name") }
    strings.append(copy)
    return UnsafePointer(copy)
  }
}
