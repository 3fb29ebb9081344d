import Domain
import SystemCalls
import TestSupport
import Testing

@testable import Profiles

/// Files of earlier versions: read as they are, rewritten only by a save, and kept then.
@Suite struct MigrationTests {
  let folder: TemporaryFolder
  let store: ProfileStore

  init() throws {
    folder = try TemporaryFolder()
    store = ProfileStore(path: folder.file("profiles.json"), models: knownModels)
  }

  static let writing = Profile(
    id: "writing", name: "Schreiben, \"Büro\"",
    devices: [
      DeviceConfiguration(
        model: "vec-infinity",
        bindings: [
          Binding(
            control: "left", mode: .momentary,
            action: .keyboardShortcut(KeySequence(KeyChord(modifiers: [.control], key: "z")))),
          Binding(control: "center", mode: .momentary, action: .localDictation),
          Binding(control: "right", mode: .toggle, action: .none),
        ]),
      DeviceConfiguration(model: "ikkegol", bindings: []),
    ])

  @Test func `profiles of version 1 mean what they meant, and reading leaves the file alone`() throws {
    let old = try Folders.fixture("profiles.v1.json")
    try Files.replace(store.path, with: old)
    let expected = ProfileEnvelope(
      activeProfile: "writing",
      profiles: [Self.writing, Profile(id: "nothing", name: "Nothing", devices: [])])
    #expect(try store.load() == LoadedProfiles(envelope: expected, origin: .file))
    #expect(try store.inspect() == expected)
    #expect(ProfileStore.validate(bytes: old, models: knownModels) == [])
    #expect(try Files.read(store.path, limit: 100_000) == old)
    #expect(try folder.names() == ["profiles.json"])
  }

  @Test func `a save over version 1 writes version 2 and keeps the old file beside it`() throws {
    let old = try Folders.fixture("profiles.v1.json")
    try Files.replace(store.path, with: old)
    try store.change { envelope throws(ProfileChangeError) in try envelope.activating("nothing") }
    let names = try folder.names()
    #expect(names.count == 2 && names[1].hasPrefix("profiles.json.v1-2"), "\(names)")
    #expect(try Files.read(folder.file(names[1]), limit: 100_000) == old)
    let text = String(decoding: try Files.read(store.path, limit: 100_000), as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"schemaVersion\": 2,\n"))
    #expect(try store.load().envelope.profiles[0] == Self.writing)
    try store.change { envelope throws(ProfileChangeError) in try envelope.activating("writing") }
    #expect(try folder.names().count == 2)
  }

  @Test func `mistakes in version 1 are named, and values of version 1 alone are not mistakes`() {
    let bindings =
      #"[{"control":"up","mode":"hodl","action":{"type":"none"}},{"control":"left","mode":"momentary"}]"#
    let text = ProfileValidationTests.text(
      head: #""schemaVersion":1,"activeProfile":"default""#, bindings: bindings)
    #expect(
      ProfileStore.validate(bytes: Array(text.utf8), models: knownModels).map(\.path) == [
        "profiles[0].devices[0].bindings[0].mode", "profiles[0].devices[0].bindings[1].action",
        "profiles[0].devices[0].bindings[0].control",
      ])
  }

  @Test func `each step leads to the next version, and leaves what it does not know`() throws {
    let strange = JSONValue.members([
      ("schemaVersion", .integer(1)), ("x", .null),
      ("profiles", .array([.integer(3), .members([("devices", .null)])])),
    ])
    let migrated = Migrations.profiles.migrate(strange, from: 1)
    var expected = strange
    expected["schemaVersion"] = .integer(2)
    #expect(migrated == expected)
    #expect(Migrations.profiles.migrate(migrated, from: 2) == migrated)
    let steps = Migrations(steps: [
      {
        var value = $0
        value["a"] = .integer(1)
        return value
      },
      {
        var value = $0
        value["b"] = value["a"]
        return value
      },
    ])
    #expect(steps.version == 3)
    #expect(steps.migrate(.members([("schemaVersion", .integer(1))]), from: 1)["b"] == .integer(1))
    #expect(steps.migrate(.members([("schemaVersion", .integer(3))]), from: 3)["b"] == nil)
  }

  @Test func `preferences of version 1 are read, and kept at the next save`() throws {
    let preferences = PreferencesStore(path: folder.file("preferences.json"))
    let old = try Folders.fixture("preferences.v1.json")
    try Files.replace(preferences.path, with: old)
    var expected = Preferences()
    expected.keyboard.layout = "de"
    expected.keyboard.variant = "neo"
    expected.keyboard.source = .xkb
    expected.speech.decodeLimitSeconds = 7
    expected.history.keep = false
    // Written out in version 1, when it was the only way to a target.
    expected.delivery.route = .type
    #expect(try preferences.inspect() == expected)
    try preferences.save(expected)
    let names = try folder.names()
    #expect(names.count == 2 && names[1].hasPrefix("preferences.json.v1-2"), "\(names)")
    #expect(try preferences.inspect() == expected)
  }

  @Test func `a save keeps the schema that the file names for editors`() throws {
    _ = try folder.write(
      "profiles.json",
      ProfileValidationTests.text(
        head: #""$schema":"profiles.schema.json","schemaVersion":2,"activeProfile":"default""#))
    try store.change { envelope throws(ProfileChangeError) in try envelope.creating("b", name: nil) }
    let text = String(decoding: try Files.read(store.path, limit: 100_000), as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"$schema\": \"profiles.schema.json\",\n  \"schemaVersion\": 2,"))
  }
}
