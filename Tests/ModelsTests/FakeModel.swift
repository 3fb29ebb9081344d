import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Digests

/// A package with some bytes for files, to show what admission checks.
struct FakeModel: ~Copyable {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    let folder = try TemporaryFolder()
    for file in Self.files { try Files.replace("\(folder.path)/\(file.name)", with: Array(file.text.utf8)) }
    try Files.replace("\(folder.path)/manifest.json", with: Array(Self.manifest.utf8))
    self.folder = folder
  }

  borrowing func write(_ name: String, _ text: String) throws {
    try Files.replace("\(path)/\(name)", with: Array(text.utf8))
  }

  private static let files = [
    (name: "encoder.onnx", role: "encoder", text: "encoder"),
    (name: "decoder.onnx", role: "decoder", text: "decode"),
    (name: "tokens.txt", role: "tokens", text: "tokens"),
    (name: "vad.onnx", role: "voiceActivity", text: "vad"),
  ]

  static let manifest: String = {
    let entries = files.map { file in
      let bytes = Array(file.text.utf8)
      return
        #"{"name":"\#(file.name)","role":"\#(file.role)","bytes":\#(bytes.count),"sha256":"\#(SHA256.digest(of: bytes))"}"#
    }
    return
      #"{"schemaVersion":1,"id":"tiny-test","version":"1.2","engine":"moonshine","language":"en","licence":"MIT","#
      + #""files":[\#(entries.joined(separator: ","))]}"#
  }()
}
