import CSherpa
import Speech

/// The recogniser and the voice detector of one model, loaded.
///
/// The engine ends the process, divides by zero or runs for ever on inputs it does not expect (seen, version 2.0.1). So
/// nothing here comes from outside: the sample rate, window, method and thread count are fixed, samples are finite by
/// their type, and lengths are kept within `Recording`'s limits.
final class Engine {
  let model: ModelIdentity
  private let recogniser: OpaquePointer
  let detector: VoiceDetector

  init(package: ModelPackage) throws(WorkerReply.Failure) {
    model = package.identity
    guard let recogniser = Self.makeRecogniser(package) else {
      throw WorkerReply.Failure(code: .loadFailed, message: "it refuses the encoder, decoder or tokens")
    }
    self.recogniser = recogniser
    guard let detector = VoiceDetector(model: package.path(of: .voiceActivity)) else {
      SherpaOnnxDestroyOfflineRecognizer(recogniser)
      throw WorkerReply.Failure(code: .loadFailed, message: "it refuses the voice activity detector")
    }
    self.detector = detector
  }

  deinit { SherpaOnnxDestroyOfflineRecognizer(recogniser) }

  /// Decodes 0.3 to 25.1 s of audio, blocking for about 0.04 of its length.
  ///
  /// - Returns: the text, cleaned; empty when nothing was recognised.
  func decode(_ samples: [Float]) -> String {
    precondition(Recording.decodableSamples.contains(samples.count), "the engine must not see other lengths")
    guard let stream = SherpaOnnxCreateOfflineStream(recogniser) else { return "" }
    defer { SherpaOnnxDestroyOfflineStream(stream) }
    SherpaOnnxAcceptWaveformOffline(stream, 16_000, samples, Int32(samples.count))
    SherpaOnnxDecodeOfflineStream(recogniser, stream)
    guard let result = SherpaOnnxGetOfflineStreamResult(stream) else { return "" }
    defer { SherpaOnnxDestroyOfflineRecognizerResult(result) }
    guard let text = result.pointee.text else { return "" }
    return DecodedText.cleaned(String(cString: text))
  }

  private static func makeRecogniser(_ package: ModelPackage) -> OpaquePointer? {
    // The strings need to live for the call only (sherpa copies them).
    package.path(of: .encoder).withCString { encoder in
      package.path(of: .decoder).withCString { decoder in
        package.path(of: .tokens).withCString { tokens in
          "cpu".withCString { provider in
            "greedy_search".withCString { method in
              var configuration = SherpaOnnxOfflineRecognizerConfig()
              configuration.feat_config.sample_rate = 16_000
              configuration.feat_config.feature_dim = 80
              configuration.model_config.moonshine.encoder = encoder
              configuration.model_config.moonshine.merged_decoder = decoder
              configuration.model_config.tokens = tokens
              // A second thread gains 10 to 35 % on an idle machine and loses on a busy one.
              configuration.model_config.num_threads = 1
              configuration.model_config.provider = provider
              configuration.decoding_method = method
              return SherpaOnnxCreateOfflineRecognizer(&configuration)
            }
          }
        }
      }
    }
  }
}
