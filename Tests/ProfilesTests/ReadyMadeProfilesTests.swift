import Domain
import Drivers
import Profiles
import SystemCalls
import Testing

/// The profiles that come with hwctl.
@Suite struct ReadyMadeProfilesTests {
  static func profiles() throws -> [String] {
    try Files.names(in: Folders.readyMade).filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
  }

  @Test func `each is sound for the models that hwctl knows, and named like its one profile`() throws {
    let names = try Self.profiles()
    #expect(names.contains("dictation-pedal.json") && names.contains("no-pedal.json"))
    for name in names {
      let path = Folders.readyMade + "/" + name
      #expect(try ProfileStore.validate(path: path, models: DeviceCatalogue.bindableModels) == [], "\(name)")
      let envelope = try ProfileStore(path: path, models: DeviceCatalogue.bindableModels).inspect()
      #expect(envelope.profiles.map { $0.id + ".json" } == [name])
    }
  }

  @Test func `the schema for editors is the one that the program prints`() throws {
    let path = Folders.readyMade + "/profiles.schema.json"
    let written = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    let now = String(decoding: ProfileStore.schema(models: DeviceCatalogue.bindableModels), as: UTF8.self)
    #expect(written == now, "write it anew: hwctl profiles schema >profiles/profiles.schema.json")
  }
}
