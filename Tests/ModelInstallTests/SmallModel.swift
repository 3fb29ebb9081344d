import Digests
import Glibc
import Models
import SystemCalls
import TestSupport

@testable import ModelInstall

/// A model of some bytes, and a machine that has none yet.
struct SmallModel: ~Copyable {
  let scratch: TemporaryFolder
  let models: InstalledModels

  static let detector = Array("a detector".utf8)
  static let contents: [(name: String, role: ModelManifest.Role, bytes: [UInt8])] = [
    ("encoder.onnx", .encoder, (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }),
    ("decoder.onnx", .decoder, Array("decode".utf8)),
    ("tokens.txt", .tokens, Array("tokens".utf8)),
    ("vad.onnx", .voiceActivity, detector),
  ]

  static let manifest = manifest("small-test")

  static func manifest(_ id: String, version: String = "1") -> ModelManifest {
    ModelManifest(
      id: id, version: version, engine: .moonshine, languages: ["en"], licence: "MIT",
      capabilities: ModelManifest.Capabilities(), source: nil,
      files: contents.map {
        ModelManifest.File(
          name: $0.name, role: $0.role, bytes: $0.bytes.count, sha256: SHA256.digest(of: $0.bytes))
      })
  }

  init() throws {
    scratch = try TemporaryFolder()
    models = InstalledModels(folder: scratch.file("models"), systemFolder: scratch.file("none"))
  }

  var installer: PackageInstaller {
    var installer = PackageInstaller(models)
    installer.protocols = "http"
    installer.pause = .zero
    return installer
  }

  /// A folder as a package is, to be damaged.
  func package(_ name: String = "package", manifest: Bool = true) throws -> String {
    let folder = scratch.file(name)
    try Files.makeFolder(folder)
    for file in Self.contents { try Files.replace("\(folder)/\(file.name)", with: file.bytes) }
    if manifest { try Files.replace("\(folder)/manifest.json", with: Array(Self.json.utf8)) }
    return folder
  }

  /// Version 1 of the format, as people may have it.
  static let json: String = {
    let entries = manifest.files.map { file in
      #"{"name":"\#(file.name)","role":"\#(file.role)","bytes":\#(file.bytes),"sha256":"\#(file.sha256)"}"#
    }
    return
      #"{"schemaVersion":1,"id":"small-test","version":"1","engine":"moonshine","language":"en","licence":"MIT","#
      + #""files":[\#(entries.joined(separator: ","))]}"#
  }()

  /// Everything that is found where models are looked for.
  var found: [String] { models.all().map { "\($0.id) \($0.version)" } }

  /// What lies in the staging folder.
  var staged: [String] { (try? Files.names(in: models.stagingFolder)) ?? [] }

  static func shell(_ command: String) -> Bool { system("(\(command)) >/dev/null 2>&1") == 0 }
}
