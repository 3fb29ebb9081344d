import SystemCalls
import TestSupport
import Testing

@testable import Models

@Suite struct InstalledModelsTests {
  @Test func `all versions are listed by id, the user's first and the newest first`() throws {
    let user = try TemporaryFolder()
    let system = try TemporaryFolder()
    for path in [
      user.path + "/b/1.9", user.path + "/b/1.10", user.path + "/.staging/x", system.path + "/a/1",
    ] {
      try Files.makeFolder(path)
    }
    let models = InstalledModels(folder: user.path, systemFolder: system.path).all()
    #expect(
      models.map { "\($0.id) \($0.version) \($0.isUsers)" } == ["a 1 false", "b 1.10 true", "b 1.9 true"])
    #expect(
      models.allSatisfy {
        if case .failure(let error) = $0.manifest { error.code == .missingFile } else { false }
      })
  }

  @Test func `a model is removed whole, and only the user's`() throws {
    let user = try TemporaryFolder()
    let system = try TemporaryFolder()
    try Files.makeFolder(user.path + "/m/1")
    try Files.replace(user.path + "/m/1/manifest.json", with: [])
    try Files.makeFolder(system.path + "/m/1")
    let models = InstalledModels(folder: user.path, systemFolder: system.path)
    #expect(try models.remove("m"))
    #expect(models.all().map(\.isUsers) == [false])
    #expect(try !models.remove("m"))
    #expect(try !models.remove("../m"))
    #expect(try Files.names(in: models.stagingFolder) == [])
  }

  @Test func `every entry of the catalogue would be admitted by its manifest, and no address moves`() throws {
    #expect(Set(ModelCatalogue.entries.map(\.id)).count == ModelCatalogue.entries.count)
    for entry in ModelCatalogue.entries {
      #expect(ModelCatalogue.entry(entry.id) == entry)
      #expect(entry.downloadBytes > 1_000_000)
      guard case .folder(let address) = entry.origin else { continue }
      #expect(Set(entry.manifest.files.map(\.role)) == entry.manifest.engine.roles)
      let revision = address.split(separator: "/").last ?? ""
      #expect(address.hasPrefix("https://huggingface.co/") && address.hasSuffix("/") && revision.count == 40)
      for file in entry.manifest.files {
        #expect(file.sha256.count == 64 && file.bytes > 0)
        #expect((entry.address(of: file) == nil) == (file.role == .voiceActivity))
      }
    }
  }

  @Test func `a language is meant by its tag or by what stands before the region`() {
    let manifest = ModelCatalogue.entry("sense-voice-small-int8")?.manifest
    #expect(manifest?.language(for: "en-GB") == "en")
    #expect(manifest?.language(for: "YUE") == "yue")
    #expect(manifest?.language(for: "de") == nil)
  }
}
