import CSherpa
import Models
import Speech

/// A network that was made to follow speech as it comes, given a whole piece of it at once: its text so far is what
/// `SpeechRecording` says of any other model too, and cuts stand where they stand for those.
final class OnlineRecogniser: Recogniser {
  private let recogniser: OpaquePointer

  /// Samples of silence after the audio. Decoding goes by chunks, of 0.32 to 1.28 s for the models there are; what does not
  /// fill one is left out, with the last words in it.
  private static let trailingSilence = [Float](repeating: 0, count: 24_000)

  init?(_ package: ModelPackage) {
    let strings = LibraryStrings()
    var configuration = SherpaOnnxOnlineRecognizerConfig()
    configuration.feat_config.sample_rate = LibrarySettings.sampleRate
    configuration.feat_config.feature_dim = LibrarySettings.features
    configuration.model_config.tokens = strings(package.path(of: .tokens))
    configuration.model_config.num_threads = LibrarySettings.threads
    configuration.model_config.provider = strings(LibrarySettings.provider)
    configuration.model_config.transducer.encoder = strings(package.path(of: .encoder))
    configuration.model_config.transducer.decoder = strings(package.path(of: .decoder))
    configuration.model_config.transducer.joiner = strings(package.path(of: .joiner))
    configuration.decoding_method = strings(LibrarySettings.method)
    let made = withExtendedLifetime(strings) { SherpaOnnxCreateOnlineRecognizer(&configuration) }
    guard let made else { return nil }
    recogniser = made
  }

  deinit { SherpaOnnxDestroyOnlineRecognizer(recogniser) }

  func decode(_ audio: [Float]) -> Recognised? {
    guard let stream = SherpaOnnxCreateOnlineStream(recogniser) else { return nil }
    defer { SherpaOnnxDestroyOnlineStream(stream) }
    let audio = audio + Self.trailingSilence
    SherpaOnnxOnlineStreamAcceptWaveform(stream, LibrarySettings.sampleRate, audio, Int32(audio.count))
    SherpaOnnxOnlineStreamInputFinished(stream)
    while SherpaOnnxIsOnlineStreamReady(recogniser, stream) != 0 {
      SherpaOnnxDecodeOnlineStream(recogniser, stream)
    }
    guard let result = SherpaOnnxGetOnlineStreamResult(recogniser, stream) else { return nil }
    defer { SherpaOnnxDestroyOnlineRecognizerResult(result) }
    let found = result.pointee
    return Recognised(
      text: found.text, tokens: found.tokens_arr, starts: found.timestamps, durations: nil,
      count: found.count, language: nil)
  }
}
