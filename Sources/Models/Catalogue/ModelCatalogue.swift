// The models that can be installed by name. Addresses name a revision, never "main"; digests were published by two independent
// projects that pin the same files, and agree. A file without a published digest is not listed.

/// What hwctl can install by itself.
public enum ModelCatalogue {
  public static func entry(_ id: String) -> CatalogueEntry? { entries.first { $0.id == id } }

  public static let entries: [CatalogueEntry] = [
    prepared(
      "moonshine-base-en", .moonshine, ["en"], wordTimes: false, memory: 520, part: "model",
      download: 65_963_224,
      "Moonshine base of Useful Sensors: English, fast and right; what 'make setup' installs"),
    prepared(
      "whisper-base", .whisper, whisperLanguages, wordTimes: true, memory: 510, part: "whisper-base",
      download: 144_661_193, "Whisper base of OpenAI: 99 languages, times of words"),
    prepared(
      "whisper-tiny-en", .whisper, ["en"], wordTimes: true, memory: 350, part: "whisper-tiny-en",
      download: 81_970_973, "Whisper tiny.en of OpenAI: English, small, times of words"),
    hub(
      "parakeet-tdt-0.6b-v3-int8", .nemoTransducer,
      languages("bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro ru sk sl es sv uk"),
      licence: "CC-BY-4.0", wordTimes: true, memory: 4096,
      repository: "csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8",
      revision: "2bda32ec70b097a55adaa07d9a7173915b43cc78",
      "Parakeet TDT 0.6b v3 of NVIDIA: 25 European languages, the best text, much memory",
      [
        ModelManifest.File(
          name: "encoder.int8.onnx", role: .encoder, bytes: 652_184_281,
          sha256: "acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247"),
        ModelManifest.File(
          name: "decoder.int8.onnx", role: .decoder, bytes: 11_845_275,
          sha256: "179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e"),
        ModelManifest.File(
          name: "joiner.int8.onnx", role: .joiner, bytes: 6_355_277,
          sha256: "3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3"),
        ModelManifest.File(
          name: "tokens.txt", role: .tokens, bytes: 93_939,
          sha256: "d58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d"),
      ]),
    hub(
      "parakeet-tdt-0.6b-v2-int8", .nemoTransducer,
      languages("en"),
      licence: "CC-BY-4.0", wordTimes: true, memory: 4096,
      repository: "csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8",
      revision: "1ab9323565ddb038682214b292f588070a538ce2",
      "Parakeet TDT 0.6b v2 of NVIDIA: English, the best text, much memory",
      [
        ModelManifest.File(
          name: "encoder.int8.onnx", role: .encoder, bytes: 652_184_296,
          sha256: "a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab"),
        ModelManifest.File(
          name: "decoder.int8.onnx", role: .decoder, bytes: 7_257_753,
          sha256: "b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e"),
        ModelManifest.File(
          name: "joiner.int8.onnx", role: .joiner, bytes: 1_739_080,
          sha256: "7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2"),
        ModelManifest.File(
          name: "tokens.txt", role: .tokens, bytes: 9_384,
          sha256: "ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d"),
      ]),
    hub(
      "moonshine-base-en-int8", .moonshineFirst,
      languages("en"),
      licence: "MIT", wordTimes: false, memory: nil,
      repository: "csukuangfj/sherpa-onnx-moonshine-base-en-int8",
      revision: "052b0798ad1bf046a140fdd4efcd9426530fa3f5",
      "Moonshine base of Useful Sensors in its first format: English",
      [
        ModelManifest.File(
          name: "preprocess.onnx", role: .preprocessor, bytes: 14_077_290,
          sha256: "ffa630d395c5ccf76f5d4954be5b882df76aaf6491519ec01fd82ea7a3819fb2"),
        ModelManifest.File(
          name: "encode.int8.onnx", role: .encoder, bytes: 50_311_494,
          sha256: "7e38770f776f2e5583a53b052936005df2ba5c833d7e09c2a5fd796b94bf73e2"),
        ModelManifest.File(
          name: "uncached_decode.int8.onnx", role: .uncachedDecoder, bytes: 122_120_451,
          sha256: "c01f4b35093bcac20d352d23a75a539e772964579f9d024a90e5e6f09cae9987"),
        ModelManifest.File(
          name: "cached_decode.int8.onnx", role: .cachedDecoder, bytes: 99_983_837,
          sha256: "2db74e51cedf64a8b1be3c8192e0bb5e4923af0e90bd9e87f8e8771873f8ea03"),
        ModelManifest.File(
          name: "tokens.txt", role: .tokens, bytes: 436_688,
          sha256: "1165c2aeb9f72f457a83be2d459a09054f27490acd9b41bd43794dfd25e296ea"),
      ]),
    hub(
      "streaming-zipformer-en-20m-int8", .streamingTransducer,
      languages("en"),
      licence: "Apache-2.0", wordTimes: true, streaming: true, memory: nil,
      repository: "csukuangfj/sherpa-onnx-streaming-zipformer-en-20M-2023-02-17",
      revision: "d42f2d9f7ca24806fb667456a18a9f1b60f70d16",
      "Streaming Zipformer of k2-fsa, 20 million weights: English, smallest and fastest, no punctuation",
      [
        ModelManifest.File(
          name: "encoder-epoch-99-avg-1.int8.onnx", role: .encoder, bytes: 42_845_182,
          sha256: "3810755ce7c3ab26b42a8bcf39d191308fa27fb0f53358823ba46141d03b7eb3"),
        ModelManifest.File(
          name: "decoder-epoch-99-avg-1.int8.onnx", role: .decoder, bytes: 539_499,
          sha256: "21e2a2acd961b3ac72f55be2f10f1a285e1b0b0ba010d7c0b6eab141411b163c"),
        ModelManifest.File(
          name: "joiner-epoch-99-avg-1.int8.onnx", role: .joiner, bytes: 259_572,
          sha256: "e085d73b593cf9b0707f370dbd656d58327d3fe36d80d849202ef81df02cb01e"),
        ModelManifest.File(
          name: "tokens.txt", role: .tokens, bytes: 5_048,
          sha256: "49e3c2646595fd907228b3c6787069658f67b17377c60aeb8619c4551b2316fb"),
      ]),
    hub(
      "sense-voice-small-int8", .senseVoice,
      languages("zh yue en ja ko"),
      licence: "LicenseRef-FunASR", wordTimes: true, memory: nil,
      repository: "csukuangfj/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2025-09-09",
      revision: "355f4d4884d8afd08aef04b9007a8556d7b463b2",
      "SenseVoice small of FunASR: Chinese, Cantonese, English, Japanese, Korean",
      [
        ModelManifest.File(
          name: "model.int8.onnx", role: .model, bytes: 237_115_547,
          sha256: "12ca1a2ae7ecf3e0019ef2822307ee0b5cadc9196569e379b4c4026f8205276d"),
        ModelManifest.File(
          name: "tokens.txt", role: .tokens, bytes: 315_894,
          sha256: "f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc"),
      ]),
  ]

  /// Silero's voice activity detector, which every package holds and the hub's folders do not.
  static let detector = ModelManifest.File(
    name: "silero_vad_16k_op15.onnx", role: .voiceActivity, bytes: 1_289_603,
    sha256: "7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49")

  private static let whisperLanguages = languages(
    """
    en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt \
    la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc \
    ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su
    """)

  private static func languages(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func prepared(
    _ id: String, _ engine: SpeechEngine, _ languages: [String], wordTimes: Bool, memory: Int, part: String,
    download: Int, _ summary: String
  ) -> CatalogueEntry {
    CatalogueEntry(
      manifest: ModelManifest(
        id: id, version: "1", engine: engine, languages: languages, licence: "MIT",
        capabilities: ModelManifest.Capabilities(wordTimes: wordTimes, memoryMegabytes: memory),
        source: "PyPI, converted by hwctl", files: []),
      summary: summary, origin: .prepared(part: part, downloadBytes: download))
  }

  private static func hub(
    _ id: String, _ engine: SpeechEngine, _ languages: [String], licence: String, wordTimes: Bool,
    streaming: Bool = false, memory: Int?, repository: String, revision: String, _ summary: String,
    _ files: [ModelManifest.File]
  ) -> CatalogueEntry {
    CatalogueEntry(
      manifest: ModelManifest(
        id: id, version: "1", engine: engine, languages: languages, licence: licence,
        capabilities: ModelManifest.Capabilities(
          wordTimes: wordTimes, streaming: streaming, memoryMegabytes: memory),
        source: "https://huggingface.co/\(repository) at \(revision)", files: [detector] + files),
      summary: summary,
      origin: .folder(address: "https://huggingface.co/\(repository)/resolve/\(revision)/"))
  }
}
