/// A family of networks that the speech runtime can run, and the files it needs for it.
public enum SpeechEngine: String, Hashable, Sendable, Codable, CaseIterable {
  /// Moonshine with one decoder for the first step and the later ones (sherpa-onnx calls it version 2).
  case moonshine
  /// Moonshine's first format: four networks.
  case moonshineFirst
  case whisper
  /// Zipformer and its like.
  case transducer
  /// The same, made to give text while somebody speaks: other networks, decoded in chunks.
  case streamingTransducer
  /// NVIDIA's, Parakeet among them: other features, other names in the files.
  case nemoTransducer
  case senseVoice

  /// The roles that must be filled, each by one file.
  public var roles: Set<ModelManifest.Role> {
    let networks: Set<ModelManifest.Role> =
      switch self {
      case .moonshine, .whisper: [.encoder, .decoder]
      case .moonshineFirst: [.preprocessor, .encoder, .uncachedDecoder, .cachedDecoder]
      case .transducer, .streamingTransducer, .nemoTransducer: [.encoder, .decoder, .joiner]
      case .senseVoice: [.model]
      }
    return networks.union([.tokens, .voiceActivity])
  }
}
