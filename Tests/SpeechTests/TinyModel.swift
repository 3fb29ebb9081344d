import Digests
import Foundation
import Models
import SystemCalls
import TestSupport

/// A package whose networks have the inputs, outputs and metadata of a family that the library can run, and no training: they
/// write the same words wherever they hear something. It shows that the library is called rightly where no trained model can
/// be had.
struct TinyModel {
  /// Holds the package.
  private let scratch: TemporaryFolder
  let folder: String

  /// - Parameter networks: beside the tokens and the voice activity detector.
  init(
    _ engine: SpeechEngine, languages: [String] = ["en"], tokens: [String],
    networks: [ModelManifest.Role: ONNXNetwork]
  ) throws {
    scratch = try TemporaryFolder()
    folder = scratch.file("tiny")
    try Files.makeFolder(folder)
    let listed = tokens.enumerated().map { "\($1) \($0)\n" }.joined()
    let detector = try Files.read(
      "\(try RealWorker.modelFolder())/silero_vad_16k_op15.onnx", limit: 1 << 22)
    var files: [(name: String, role: ModelManifest.Role, bytes: [UInt8])] = [
      ("tokens.txt", .tokens, Array(listed.utf8)), ("vad.onnx", .voiceActivity, detector),
    ]
    for (role, network) in networks { files.append(("\(role.rawValue).onnx", role, network.bytes)) }
    for file in files { try Files.replace("\(folder)/\(file.name)", with: file.bytes) }
    let manifest = ModelManifest(
      id: "tiny", version: "1", engine: engine, languages: languages, licence: "MIT",
      capabilities: ModelManifest.Capabilities(wordTimes: true), source: nil,
      files: files.map {
        ModelManifest.File(
          name: $0.name, role: $0.role, bytes: $0.bytes.count, sha256: SHA256.digest(of: $0.bytes))
      })
    try Files.replace("\(folder)/manifest.json", with: Array(try JSONEncoder().encode(manifest)))
  }
}

extension TinyModel {
  /// Writes HOLD THE PEDAL, a token each 40 ms. Names and shapes: sherpa-onnx, `online-zipformer-transducer-model.cc`.
  static func streamingZipformer() throws -> TinyModel {
    let tokens = ["<blk>", "<sos/eos>", "<unk>", "\u{2581}HO", "LD", "\u{2581}THE", "\u{2581}PEDAL"]
    return try TinyModel(
      .streamingTransducer, tokens: tokens,
      networks: [
        .encoder: zipformerEncoder, .decoder: zipformerDecoder(tokens.count),
        .joiner: zipformerJoiner(tokens.count),
      ])
  }

  /// The loudness of each 40 ms. 39 frames of 10 ms come in, of which the first 32 are new.
  private static var zipformerEncoder: ONNXNetwork {
    let caches: [(name: String, shape: [Int])] = [
      ("cached_len_0", [1, 1]), ("cached_avg_0", [1, 1, 2]), ("cached_key_0", [1, 1, 1, 2]),
      ("cached_val_0", [1, 1, 1, 1]), ("cached_val2_0", [1, 1, 1, 1]), ("cached_conv1_0", [1, 1, 2, 1]),
      ("cached_conv2_0", [1, 1, 2, 1]),
    ]
    var network = ONNXNetwork(metadata: [
      "model_type": "zipformer", "encoder_dims": "2", "attention_dims": "2", "num_encoder_layers": "1",
      "cnn_module_kernels": "2", "left_context_len": "1", "T": "39", "decode_chunk_len": "32",
    ])
    network.input("x", [1, 39, 80])
    for cache in caches {
      network.input(cache.name, cache.shape, cache.name == "cached_len_0" ? .int64 : .float)
    }
    network.constant("start", [0])
    network.constant("end", [32])
    network.constant("time", [1])
    network.constant("chunk", [1, 8, 320])
    network.node("Slice", ["x", "start", "end", "time"], "new")
    network.node("Reshape", ["new", "chunk"], "frames")
    network.node("ReduceMean", ["frames"], "encoder_out", ["axes": [2]])
    network.output("encoder_out", [1, 8, 1])
    for cache in caches {
      network.pass(
        cache.name, as: "new_\(cache.name)", cache.shape, cache.name == "cached_len_0" ? .int64 : .float)
    }
    return network
  }

  private static func zipformerDecoder(_ count: Int) -> ONNXNetwork {
    var network = ONNXNetwork(metadata: ["vocab_size": "\(count)", "context_size": "2"])
    network.input("y", [1, 2], .int64)
    network.constant("table", [count, count], following(count, first: 3, blank: 0))
    network.constant("last", [1])
    network.constant("end", [2])
    network.constant("context", [1])
    network.constant("row", [1, count])
    network.node("Slice", ["y", "last", "end", "context"], "former")
    network.node("Gather", ["table", "former"], "found")
    network.node("Reshape", ["found", "row"], "decoder_out")
    network.output("decoder_out", [1, count])
    return network
  }

  private static func zipformerJoiner(_ count: Int) -> ONNXNetwork {
    var network = ONNXNetwork(metadata: ["joiner_dim": "1"])
    network.input("encoder_out", [1, 1])
    network.input("decoder_out", [1, count])
    // The logarithm of a band's energy, on average: -16 in digital silence, about -2 in speech.
    network.addSilence("encoder_out", blank: 0, of: count, quieterThan: -9, to: "nothing")
    network.node("Add", ["nothing", "decoder_out"], "logit")
    network.output("logit", [1, count])
    return network
  }

  /// What should follow each token: the next one from the first on, and after the last one nothing.
  private static func following(_ count: Int, first: Int, blank: Int, durations: [Float] = []) -> [Float] {
    let last = (0..<count).last { $0 != blank } ?? 0
    return (0..<count).flatMap { former in
      let isText = former >= first && former != blank
      let next = !isText ? first : former == last ? blank : former + 1
      return (0..<count).map { $0 == next ? Float(next == blank ? 100 : 1) : Float($0 == blank ? 0 : -100) }
        + durations
    }
  }
}

extension TinyModel {
  /// Writes "Hold the pedal.", as Parakeet TDT does: 80 ms a frame, and with each token how many to go on. Names and shapes:
  /// sherpa-onnx, `offline-transducer-nemo-model.cc`.
  static func parakeet() throws -> TinyModel {
    let tokens = ["<unk>", "\u{2581}Ho", "ld", "\u{2581}the", "\u{2581}pedal", ".", "<blk>"]
    return try TinyModel(
      .nemoTransducer, languages: ["en", "de"], tokens: tokens,
      networks: [
        .encoder: nemoEncoder(tokens.count), .decoder: nemoDecoder(tokens.count),
        .joiner: nemoJoiner(tokens.count),
      ])
  }

  /// Frames to go on: 0 to 4. One.
  private static let durations: [Float] = [-100, 1, 0, 0, 0]

  private static func nemoEncoder(_ count: Int) -> ONNXNetwork {
    var network = ONNXNetwork(metadata: [
      "vocab_size": "\(count - 1)", "subsampling_factor": "8", "normalize_type": "per_feature",
      "pred_rnn_layers": "2", "pred_hidden": "1", "feat_dim": "128",
      // By its name it is known for a network that tells durations.
      "url": "parakeet-tdt",
    ])
    network.input("audio_signal", [1, 128, ONNXNetwork.anySize])
    network.input("length", [1], .int64)
    network.constant("factor", [8])
    network.node("ReduceMean", ["audio_signal"], "loudness", ["axes": [1]])
    network.node("AveragePool", ["loudness"], "outputs", ["kernel_shape": [8], "strides": [8]])
    network.node("Div", ["length", "factor"], "encoded_lengths")
    network.output("outputs", [1, 1, ONNXNetwork.anySize])
    network.output("encoded_lengths", [1], .int64)
    return network
  }

  private static func nemoDecoder(_ count: Int) -> ONNXNetwork {
    let width = count + durations.count
    var network = ONNXNetwork(metadata: [:])
    network.input("targets", [1, 1], .int32)
    network.input("target_length", [1], .int32)
    for state in ["states", "onnx::Slice_3"] { network.input(state, [2, 1, 1]) }
    network.constant(
      "table", [count, width], following(count, first: 1, blank: count - 1, durations: durations))
    network.constant("column", [1, width, 1])
    network.node("Gather", ["table", "targets"], "found")
    network.node("Reshape", ["found", "column"], "outputs")
    network.output("outputs", [1, width, 1])
    network.pass("target_length", as: "prednet_lengths", [1], .int32)
    network.pass("states", as: "new_states", [2, 1, 1])
    network.pass("onnx::Slice_3", as: "new_cells", [2, 1, 1])
    return network
  }

  private static func nemoJoiner(_ count: Int) -> ONNXNetwork {
    let width = count + durations.count
    var network = ONNXNetwork(metadata: [:])
    network.input("encoder_outputs", [1, 1, 1])
    network.input("decoder_outputs", [1, width, 1])
    network.constant("row", [1, width])
    network.constant("one", [1, 1])
    network.constant("logit", [1, 1, 1, width])
    network.node("Reshape", ["encoder_outputs", "one"], "loudness")
    network.node("Reshape", ["decoder_outputs", "row"], "wanted")
    // Each band less its mean, over its deviation.
    network.addSilence("loudness", blank: count - 1, of: width, quieterThan: -0.5, to: "nothing")
    network.node("Add", ["nothing", "wanted"], "both")
    network.node("Reshape", ["both", "logit"], "outputs")
    network.output("outputs", [1, 1, 1, width])
    return network
  }
}

extension TinyModel {
  /// A Zipformer that is called a Parakeet.
  static func mistaken() throws -> TinyModel {
    let tokens = ["<blk>", "a"]
    return try TinyModel(
      .nemoTransducer, tokens: tokens,
      networks: [
        .encoder: zipformerEncoder, .decoder: zipformerDecoder(tokens.count),
        .joiner: zipformerJoiner(tokens.count),
      ])
  }
}

extension TinyModel {
  /// Writes "pedal" for each stretch of sound, and says that it heard German. Names and shapes: sherpa-onnx,
  /// `offline-sense-voice-model.cc`.
  static func senseVoice() throws -> TinyModel {
    let tokens = ["<unk>", "<|ko|>", "<|NEUTRAL|>", "<|Speech|>", "<|withitn|>", "\u{2581}pedal"]
    var metadata = ["vocab_size": "\(tokens.count)", "lfr_window_size": "7", "lfr_window_shift": "6"]
    metadata["normalize_samples"] = "0"
    metadata["with_itn"] = "14"
    metadata["without_itn"] = "15"
    for (index, name) in ["auto", "zh", "en", "ja", "ko", "yue"].enumerated() {
      metadata["lang_\(name)"] = "\(index)"
    }
    metadata["neg_mean"] = Array(repeating: "0", count: 560).joined(separator: ",")
    metadata["inv_stddev"] = Array(repeating: "1", count: 560).joined(separator: ",")
    var network = ONNXNetwork(metadata: metadata)
    network.input("x", [1, ONNXNetwork.anySize, 560])
    for name in ["x_length", "language", "text_norm"] { network.input(name, [1], .int32) }
    let heads = (1...4).flatMap { head in (0..<tokens.count).map { Float($0 == head ? 1 : 0) } }
    network.constant("heads", [1, 4, tokens.count], heads)
    network.node("ReduceMean", ["x"], "loudness", ["axes": [2]])
    // Samples are 16 bit here: about 15 in speech, -16 in digital silence.
    network.addSilence("loudness", blank: 0, of: tokens.count, quieterThan: 8, to: "nothing")
    network.constant(
      "wanted", [1, 1, tokens.count], (0..<tokens.count).map { $0 == 0 ? 0 : $0 == 5 ? 1 : -100 })
    network.node("Add", ["nothing", "wanted"], "text")
    network.node("Concat", ["heads", "text"], "logits", number: ("axis", 1))
    network.output("logits", [1, ONNXNetwork.anySize, tokens.count])
    return try TinyModel(
      .senseVoice, languages: ["en", "ko"], tokens: tokens, networks: [.model: network])
  }
}

extension ONNXNetwork {
  /// Likes the blank better the quieter it is.
  ///
  /// - Parameter input: the loudness, its last dimension of size 1.
  fileprivate mutating func addSilence(
    _ input: String, blank: Int, of count: Int, quieterThan limit: Float, to output: String
  ) {
    constant("of_nothing", [1, count], (0..<count).map { $0 == blank ? -1 : 0 })
    constant("limit", [1, count], (0..<count).map { $0 == blank ? limit : 0 })
    node("MatMul", [input, "of_nothing"], "silence")
    node("Add", ["silence", "limit"], output)
  }

  fileprivate mutating func pass(
    _ input: String, as output: String, _ shape: [Int], _ type: ElementType = .float
  ) {
    node("Identity", [input], output)
    self.output(output, shape, type)
  }
}
