import Domain
import Glibc
import Profiles
import SystemCalls
import TestSupport
import Testing

@Suite struct ProfileStoreTests {
  let folder: TemporaryFolder
  let store: ProfileStore

  init() throws {
    folder = try TemporaryFolder()
    store = ProfileStore(path: folder.file("hwctl/profiles.json"), models: knownModels)
  }

  @Test func `without a file the standard profiles are used and nothing is written`() throws {
    #expect(try store.load() == LoadedProfiles(envelope: .standard, origin: .standard))
    #expect(try folder.names() == [])
  }

  @Test func `what is saved is loaded again, in a file 0600 in a folder 0700`() throws {
    var envelope = ProfileEnvelope.standard
    let keys = KeyChord(modifiers: [.control, .shift], key: "v")
    envelope.profiles[0].devices[0].bindings[0].action = .keyboardShortcut(KeySequence(keys))
    envelope.profiles[0].name = "Büro \"1\""
    envelope.profiles.append(Profile(id: "second", name: "Second", devices: []))
    envelope.activeProfile = "second"
    #expect(try store.save(envelope) == nil)
    #expect(try store.load() == LoadedProfiles(envelope: envelope, origin: .file))
    #expect(TemporaryFolder.mode(store.path) == 0o600)
    #expect(TemporaryFolder.mode(folder.file("hwctl")) == 0o700)
    #expect(try Files.names(in: folder.file("hwctl")) == ["profiles.json"])
  }

  @Test func `the written form is the documented envelope`() throws {
    let action = Action.keyboardShortcut(KeySequence(KeyChord(modifiers: [.control], key: "z")))
    let device = DeviceConfiguration(
      model: "ikkegol", bindings: [Binding(control: "pedal", mode: .toggle, action: action)])
    let profile = Profile(id: "a", name: "A", devices: [device])
    try store.save(ProfileEnvelope(activeProfile: "a", profiles: [profile]))
    let text = String(decoding: try Files.read(store.path, limit: 10_000), as: UTF8.self)
    #expect(
      text.filter { !$0.isWhitespace }
        == #"{"schemaVersion":2,"activeProfile":"a","profiles":[{"id":"a","name":"A","devices":[{"match":{"model":"ikkegol"},"#
        + #""bindings":[{"control":"pedal","mode":"toggle","action":{"type":"keyboardShortcut","keys":"ctrl+z"}}]}]}]}"#
    )
  }

  @Test func `a damaged file is kept byte for byte, reported, and a later save begins anew`() throws {
    try Files.makeFolder(folder.file("hwctl"))
    try Files.replace(store.path, with: [0x7b, 0xff, 0x00])
    let loaded = try store.load()
    guard case .preserved(let path, let issue) = loaded.origin else {
      Issue.record("the damaged file was not reported")
      return
    }
    #expect(loaded.envelope == .standard)
    #expect(path.hasPrefix(store.path + ".corrupt-2"))
    #expect(issue.description == "not JSON: line 1, column 2: the file is not UTF-8")
    #expect(loaded.origin.message?.contains(path) == true)
    #expect(try Files.read(path, limit: 10) == [0x7b, 0xff, 0x00])
    #expect(try store.load().origin == .standard)
    try store.save(.standard)
    #expect(try store.load().origin == .file)
    #expect(Files.exists(path))
  }

  @Test func `files damaged within one second are kept under different names`() throws {
    try Files.makeFolder(folder.file("hwctl"))
    for text in ["{1", "{2", "{3"] {
      try Files.replace(store.path, with: Array(text.utf8))
      _ = try store.load()
    }
    #expect(try Files.names(in: folder.file("hwctl")).count == 3)
  }

  @Test func `a save over a damaged file keeps that file first`() throws {
    try Files.makeFolder(folder.file("hwctl"))
    try Files.replace(store.path, with: Array("oops".utf8))
    let kept = try #require(try store.save(.standard))
    #expect(try Files.read(kept, limit: 10) == Array("oops".utf8))
  }

  @Test func `a file of a later version is left untouched by load and by save`() throws {
    let text = #"{"schemaVersion":3,"everything":"else"}"#
    try Files.makeFolder(folder.file("hwctl"))
    try Files.replace(store.path, with: Array(text.utf8))
    let message =
      "\(store.path) has schema version 3, this hwctl knows version 2. It is left untouched. "
      + "Install the newer hwctl, or move the file away"
    #expect(error { try store.load() }?.message == message)
    #expect(error { try store.save(.standard) }?.code == .newer)
    #expect(try Files.read(store.path, limit: 100) == Array(text.utf8))
    #expect(try Files.names(in: folder.file("hwctl")) == ["profiles.json"])
  }

  @Test func `a mistake inside a readable file is thrown and the file stays`() throws {
    try Files.makeFolder(folder.file("hwctl"))
    try Files.replace(store.path, with: Array(ProfileValidationTests.text(control: "up").utf8))
    let found = error { try store.load() }
    #expect(found?.code == .invalid)
    #expect(
      found?.message == "\(store.path) has a mistake and is left untouched:\n"
        + "  profiles[0].devices[0].bindings[1].control: vec-infinity has no control \"up\"; "
        + "allowed: left, center, right\nMend it and check with: hwctl profiles validate '\(store.path)'")
    #expect(try Files.names(in: folder.file("hwctl")) == ["profiles.json"])
  }

  @Test func `an envelope that load would refuse is not saved`() throws {
    try store.save(.standard)
    var envelope = ProfileEnvelope.standard
    envelope.activeProfile = "missing"
    #expect(error { try store.save(envelope) }?.issues.map(\.path) == ["activeProfile"])
    #expect(try store.load().envelope == .standard)
  }

  @Test func `a path under a file, a folder in its place and a huge file are typed errors`() throws {
    let file = try folder.write("file", "")
    let below = ProfileStore(path: file + "/profiles.json", models: knownModels)
    #expect(error { try below.load() }?.code == .unreadable)
    #expect(error { try below.save(.standard) }?.underlying?.code == ENOTDIR)
    let place = ProfileStore(path: folder.path, models: knownModels)
    #expect(error { try place.load() }?.code == .unreadable)
    let huge = try folder.write("huge.json", "")
    truncate(huge, 10_000_001)
    #expect(error { try ProfileStore(path: huge, models: knownModels).load() }?.code == .tooLarge)
  }

  @Test func `each error says what failed, on what, why and what to do`() throws {
    let file = try folder.write("file", "")
    let below = ProfileStore(path: file + "/profiles.json", models: knownModels)
    #expect(
      error { try below.load() }?.message
        == "cannot read \(file)/profiles.json: Not a directory. "
        + "Look at it: ls -ld '\(file)/profiles.json'")
    try Files.makeFolder(folder.file("hwctl/profiles.json.new-\(getpid())/x"))
    #expect(
      error { try store.save(.standard) }?.message
        == "cannot write \(store.path): File exists. The old file stands. Check owner, mode and space: "
        + "ls -ld '\(folder.file("hwctl"))'; df -h '\(folder.file("hwctl"))'")
    let huge = try folder.write("huge.json", "")
    truncate(huge, 10_000_001)
    #expect(
      error { try ProfileStore(path: huge, models: knownModels).load() }?.message
        == "\(huge) is larger than 10 MB and was not read. It is probably another file: head -c 200 '\(huge)'"
    )
  }

  private func error<Value>(_ body: () throws -> Value) -> ProfileError? {
    do {
      _ = try body()
      return nil
    } catch { return error as? ProfileError }
  }
}
