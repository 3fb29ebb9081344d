import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Digests
@testable import Models

@Suite struct ModelPackageTests {
  @Test func `a package that is as its manifest says is admitted`() throws {
    let folder = try FakeModel()
    let package = try ModelPackage.admit(folder.path)
    #expect(package.identity.description == "tiny-test 1.2")
    #expect(package.path(of: .voiceActivity) == folder.path + "/vad.onnx")
  }

  @Test(arguments: [
    (#""schemaVersion":1"#, #""schemaVersion":3"#, ModelError.Code.newerSchema),
    (#""schemaVersion":1"#, #""schemaVersion":2"#, .manifestMalformed),
    (#""schemaVersion":1"#, #""schemaVersion":0"#, .manifestMalformed),
    (#""schemaVersion":1"#, #""schemaVersion":"1""#, .manifestMalformed),
    (#""engine":"moonshine""#, #""engine":"vosk""#, .unknownEngine),
    (#""engine":"moonshine""#, #""engine":"transducer""#, .manifestMalformed),
    (#""engine":"moonshine""#, #""engine":"senseVoice""#, .manifestMalformed),
    (#""language":"en""#, #""language":"English""#, .manifestMalformed),
    (#""language":"en""#, #""language":"""#, .manifestMalformed),
    (#""engine":"moonshine","#, "", .manifestMalformed),
    ("encoder.onnx", "../encoder.onnx", .manifestMalformed),
    ("encoder.onnx", "sub/encoder.onnx", .manifestMalformed),
    ("encoder.onnx", "..", .manifestMalformed),
    ("encoder.onnx", "decoder.onnx", .manifestMalformed),
    ("encoder.onnx", "manifest.json", .manifestMalformed),
    ("encoder.onnx", "absent.onnx", .extraFile),
    (#""role":"encoder""#, #""role":"decoder""#, .manifestMalformed),
    (#""role":"encoder""#, #""role":"magic""#, .manifestMalformed),
    (#""bytes":7"#, #""bytes":-7"#, .manifestMalformed),
    (#""bytes":7"#, #""bytes":8"#, .wrongSize),
    (#""sha256":"9f"#, #""sha256":"9F"#, .manifestMalformed),
    (#""id":"tiny-test""#, #""id":"../x""#, .manifestMalformed),
    (#""version":"1.2""#, #""version":"new""#, .manifestMalformed),
    ("}]}", "}]", .manifestMalformed),
  ])
  func `a manifest with a flaw is refused by its kind`(part: String, other: String, code: ModelError.Code)
    throws
  {
    let folder = try FakeModel()
    let changed = FakeModel.manifest.replacing(part, with: other, maxReplacements: 1)
    try #require(changed != FakeModel.manifest)
    try folder.write("manifest.json", changed)
    let error = #expect(throws: ModelError.self) { try ModelPackage.admit(folder.path) }
    #expect(error?.code == code)
  }

  @Test func `a file too many, too few, too short or changed is named`() throws {
    try expect(.extraFile, "notes.txt") { try $0.write("notes.txt", "hello") }
    try expect(.missingFile, "tokens.txt") { unlink($0.path + "/tokens.txt") }
    try expect(.wrongSize, "tokens.txt") { try $0.write("tokens.txt", "token") }
    try expect(.wrongDigest, "tokens.txt") { try $0.write("tokens.txt", "tokenz") }
    try expect(.missingFile, "manifest.json") { unlink($0.path + "/manifest.json") }
  }

  @Test func `links and folders in the place of files are refused`() throws {
    let elsewhere = try TemporaryFolder()
    try expect(.link, "tokens.txt") { folder in
      try #require(rename(folder.path + "/tokens.txt", elsewhere.file("tokens.txt")) == 0)
      try #require(symlink(elsewhere.file("tokens.txt"), folder.path + "/tokens.txt") == 0)
    }
    try expect(.link, "manifest.json") { folder in
      unlink(folder.path + "/manifest.json")
      try #require(mkdir(folder.path + "/manifest.json", 0o700) == 0)
    }
  }

  @Test func `no folder and no folder at all are told apart`() {
    let missing = #expect(throws: ModelError.self) { try ModelPackage.admit("/nowhere/at/all") }
    #expect(missing?.code == .missing)
    let file = #expect(throws: ModelError.self) { try ModelPackage.admit("/etc/hostname") }
    #expect(file?.code == .notAFolder)
  }

  @Test(arguments: ModelError.Code.allCases)
  func `every message names the file and what to do`(code: ModelError.Code) {
    let message = ModelError(code, "/models/x/tokens.txt", detail: "detail").message
    #expect(message.contains("/models/x/tokens.txt"))
    #expect(["hwctl models install", "update hwctl", "choose a folder"].contains { message.contains($0) })
  }

  @Test(arguments: [
    ("/data/models/whisper-tiny-en/1/decoder.onnx", "run 'hwctl models install whisper-tiny-en'"),
    ("/data/models/moonshine-base-en", "run 'hwctl models install moonshine-base-en'"),
    ("/data/models/mine/1/tokens.txt", "'hwctl models install --from PATH'"),
  ])
  func `a damaged model is installed again by its own name`(path: String, remedy: String) {
    for code in [ModelError.Code.missing, .missingFile, .wrongSize, .wrongDigest] {
      #expect(ModelError(code, path).message.contains(remedy))
    }
  }

  private func expect(
    _ code: ModelError.Code, _ name: String, after damage: (borrowing FakeModel) throws -> Void
  ) throws {
    let folder = try FakeModel()
    try damage(folder)
    let error = #expect(throws: ModelError.self) { try ModelPackage.admit(folder.path) }
    #expect(error?.code == code)
    #expect(error?.path == "\(folder.path)/\(name)")
  }
}

@Suite struct ModelLocatorTests {
  @Test func `the newest version is found, by number and not by spelling`() throws {
    let folder = try TemporaryFolder()
    for version in ["1", "1.9", "1.10", "draft", "2"] { try Files.makeFolder("\(folder.path)/m/\(version)") }
    for version in ["1", "1.9", "1.10", "draft"] {
      try Files.replace("\(folder.path)/m/\(version)/manifest.json", with: [])
    }
    // 2 has no manifest yet.
    #expect(try ModelLocator.locate(id: "m", dataFolder: folder.path) == folder.path + "/m/1.10")
  }

  @Test func `the user's models come before the system's`() throws {
    let user = try TemporaryFolder()
    let system = try TemporaryFolder()
    try Files.makeFolder(system.path + "/m/3")
    try Files.replace(system.path + "/m/3/manifest.json", with: [])
    func locate() throws -> String {
      try ModelLocator.locate(id: "m", dataFolder: user.path, systemFolder: system.path)
    }
    #expect(try locate() == system.path + "/m/3")
    try Files.makeFolder(user.path + "/m/1")
    try Files.replace(user.path + "/m/1/manifest.json", with: [])
    #expect(try locate() == user.path + "/m/1")
  }

  @Test func `an absolute path is the folder itself`() throws {
    let folder = try TemporaryFolder()
    #expect(try ModelLocator.locate(id: folder.path, dataFolder: "/none") == folder.path)
  }

  @Test(arguments: ["absent", "../..", "/nowhere/at/all", ""])
  func `no such model says so and names the remedy`(id: String) {
    let error = #expect(throws: ModelError.self) { try ModelLocator.locate(id: id, dataFolder: "/nowhere") }
    #expect(error?.code == .missing)
    #expect(error?.message.contains("hwctl models install") == true)
  }
}
