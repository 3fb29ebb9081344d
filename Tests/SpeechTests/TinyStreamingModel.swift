import Digests
import Foundation
import Models
import SystemCalls
import TestSupport

/// A network with the inputs, outputs and metadata of a streaming Zipformer, and no training: it writes HOLD THE PEDAL, a word
/// each 40 ms, as long as it hears something. It shows that the library is called rightly where no trained one can be had.
///
/// Names and shapes: sherpa-onnx, `online-zipformer-transducer-model.cc`.
struct TinyStreamingModel {
  /// Holds the package.
  private let scratch: TemporaryFolder
  let folder: String

  private static let tokens = [
    "<blk>", "<sos/eos>", "<unk>", "\u{2581}HO", "LD", "\u{2581}THE", "\u{2581}PEDAL",
  ]
  private static let detector = "silero_vad_16k_op15.onnx"

  init() throws {
    scratch = try TemporaryFolder()
    folder = scratch.file("tiny")
    try Files.makeFolder(folder)
    let listed = Self.tokens.enumerated().map { "\($1) \($0)\n" }.joined()
    let files: [(name: String, role: ModelManifest.Role, bytes: [UInt8])] = [
      ("encoder.onnx", .encoder, Self.encoder), ("decoder.onnx", .decoder, Self.decoder),
      ("joiner.onnx", .joiner, Self.joiner), ("tokens.txt", .tokens, Array(listed.utf8)),
      (
        Self.detector, .voiceActivity,
        try Files.read("\(try RealWorker.modelFolder())/\(Self.detector)", limit: 1 << 22)
      ),
    ]
    for file in files { try Files.replace("\(folder)/\(file.name)", with: file.bytes) }
    let manifest = ModelManifest(
      id: "tiny-streaming", version: "1", engine: .streamingTransducer, languages: ["en"], licence: "MIT",
      capabilities: ModelManifest.Capabilities(wordTimes: true, streaming: true), source: nil,
      files: files.map {
        ModelManifest.File(
          name: $0.name, role: $0.role, bytes: $0.bytes.count, sha256: SHA256.digest(of: $0.bytes))
      })
    try Files.replace("\(folder)/manifest.json", with: Array(try JSONEncoder().encode(manifest)))
  }

  /// The loudness of each 40 ms. 39 frames of 10 ms come in, of which the first 32 are new.
  private static var encoder: [UInt8] {
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
    for cache in caches { network.input(cache.name, cache.shape, integers: cache.name == "cached_len_0") }
    network.constant("start", [0])
    network.constant("end", [32])
    network.constant("time", [1])
    network.constant("chunk", [1, 8, 320])
    network.node("Slice", ["x", "start", "end", "time"], "new")
    network.node("Reshape", ["new", "chunk"], "frames")
    network.node("ReduceMean", ["frames"], "encoder_out", axes: [2])
    network.output("encoder_out", [1, 8, 1])
    for cache in caches {
      network.node("Identity", [cache.name], "new_\(cache.name)")
      network.output("new_\(cache.name)", cache.shape, integers: cache.name == "cached_len_0")
    }
    return network.bytes
  }

  /// What should follow the token before: the next one, and after the last one nothing.
  private static var decoder: [UInt8] {
    let count = tokens.count
    var network = ONNXNetwork(metadata: ["vocab_size": "\(count)", "context_size": "2"])
    network.input("y", [1, 2], integers: true)
    let rows = (0..<count).map { former in
      let next = former < 3 ? 3 : former + 1 == count ? 0 : former + 1
      return (0..<count).map { $0 == next ? Float(next == 0 ? 100 : 1) : Float($0 == 0 ? 0 : -100) }
    }
    network.constant("table", [count, count], rows.flatMap(\.self))
    network.constant("last", [1])
    network.constant("end", [2])
    network.constant("context", [1])
    network.constant("row", [1, count])
    network.node("Slice", ["y", "last", "end", "context"], "former")
    network.node("Gather", ["table", "former"], "found")
    network.node("Reshape", ["found", "row"], "decoder_out")
    network.output("decoder_out", [1, count])
    return network.bytes
  }

  /// Nothing is said where it is quiet.
  private static var joiner: [UInt8] {
    var network = ONNXNetwork(metadata: ["joiner_dim": "1"])
    network.input("encoder_out", [1, 1])
    network.input("decoder_out", [1, tokens.count])
    let ofNothing: [Float] = [-1] + [Float](repeating: 0, count: tokens.count - 1)
    // The logarithm of a band's energy, on average: -16 in digital silence, about -2 in speech.
    let quiet: [Float] = [-9] + [Float](repeating: 0, count: tokens.count - 1)
    network.constant("of_nothing", [1, tokens.count], ofNothing)
    network.constant("quiet", [1, tokens.count], quiet)
    network.node("MatMul", ["encoder_out", "of_nothing"], "silence")
    network.node("Add", ["silence", "quiet"], "nothing")
    network.node("Add", ["nothing", "decoder_out"], "logit")
    network.output("logit", [1, tokens.count])
    return network.bytes
  }
}
