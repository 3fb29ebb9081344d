import Domain
import SystemCalls
import TestSupport
import Testing

@testable import Profiles

@Suite struct TransactionTests {
  static let envelope = ProfileEnvelope(
    activeProfile: "a",
    profiles: [
      Profile(id: "a", name: "A", devices: []), Profile(id: "b", name: "B", devices: []),
      Profile(
        id: "c", name: "C", devices: [],
        chords: [
          ChordBinding(
            chord: KeyChord(modifiers: [.control], key: "d"), mode: .momentary, action: .profile(.to("b")))
        ]),
    ])

  private func ids(_ body: (ProfileEnvelope) throws(ProfileChangeError) -> ProfileEnvelope) -> [String] {
    do throws(ProfileChangeError) { return try body(Self.envelope).profiles.map(\.id) } catch {
      return [error.code.rawValue]
    }
  }

  @Test func `profiles are made, copied, renamed and deleted, or it is said why not`() {
    #expect(ids { e throws(ProfileChangeError) in try e.creating("d", name: nil) } == ["a", "b", "c", "d"])
    #expect(ids { e throws(ProfileChangeError) in try e.creating("a", name: nil) } == ["idTaken"])
    #expect(ids { e throws(ProfileChangeError) in try e.creating("Ä", name: nil) } == ["badID"])
    #expect(ids { e throws(ProfileChangeError) in try e.creating("", name: nil) } == ["badID"])
    #expect(ids { e throws(ProfileChangeError) in try e.creating("d", name: "") } == ["badName"])
    #expect(
      ids { e throws(ProfileChangeError) in try e.duplicating("a", as: "a2", name: nil) } == [
        "a", "a2", "b", "c",
      ])
    #expect(
      ids { e throws(ProfileChangeError) in try e.duplicating("x", as: "y", name: nil) } == ["unknownProfile"]
    )
    #expect(ids { e throws(ProfileChangeError) in try e.renaming("a", to: "b", name: nil) } == ["idTaken"])
    #expect(ids { e throws(ProfileChangeError) in try e.deleting("a", activating: nil) } == ["isActive"])
    #expect(ids { e throws(ProfileChangeError) in try e.deleting("a", activating: "a") } == ["isActive"])
    #expect(ids { e throws(ProfileChangeError) in try e.deleting("a", activating: "c") } == ["b", "c"])
    #expect(ids { e throws(ProfileChangeError) in try e.deleting("b", activating: nil) } == ["isTarget"])
    #expect(ids { e throws(ProfileChangeError) in try e.deleting("c", activating: nil) } == ["a", "b"])
    #expect(
      ids { e throws(ProfileChangeError) in
        try ProfileEnvelope(activeProfile: "a", profiles: [e.profiles[0]]).deleting("a", activating: "b")
      } == ["isLast"])
  }

  @Test func `a renamed profile stays active, and what switches to it follows`() throws {
    let changed = try Self.envelope.renaming("b", to: "typing", name: "Typing")
    #expect(changed.profiles[1].name == "Typing")
    #expect(changed.profiles[2].chords[0].action == .profile(.to("typing")))
    #expect(try changed.renaming("a", to: "z", name: nil).activeProfile == "z")
  }

  @Test func `a binding takes the place of the one before, and goes again`() throws {
    let place = BindingPlace(model: "vec-infinity")
    let first = Binding(control: "left", mode: .toggle, action: .localDictation)
    let second = Binding(control: "left", mode: .momentary, action: .media(.next))
    let together = Binding(controls: ["left", "right"], mode: .momentary, action: .media(.stop))
    var envelope = Self.envelope
    for binding in [first, together, second] { envelope = try envelope.binding(binding, at: place, in: "b") }
    #expect(
      envelope.profiles[1].devices == [
        DeviceConfiguration(model: "vec-infinity", bindings: [second, together])
      ])
    envelope = try envelope.unbinding(["right", "left"], direction: nil, at: place, in: "b")
    #expect(envelope.profiles[1].devices[0].bindings == [second])
    envelope = try envelope.unbinding(["left"], direction: nil, at: place, in: "b")
    #expect(envelope == Self.envelope)
    #expect(throws: ProfileChangeError.self) {
      try envelope.unbinding(["left"], direction: nil, at: place, in: "b")
    }
  }

  @Test func `bindings of a unit go to another, in every profile, and never over those that it has`() throws {
    let (old, new) = (DeviceID(rawValue: "05f3:00ff@a"), DeviceID(rawValue: "05f3:00ff@b"))
    let binding = Binding(control: "left", mode: .toggle, action: .localDictation)
    func envelope(_ units: [[DeviceID?]]) -> ProfileEnvelope {
      ProfileEnvelope(
        activeProfile: "p0",
        profiles: units.enumerated().map { number, units in
          Profile(
            id: "p\(number)", name: "P",
            devices: units.map { DeviceConfiguration(model: "vec-infinity", unit: $0, bindings: [binding]) })
        })
    }
    let moved = try envelope([[old, nil], [old], [nil]]).moving(old, to: new)
    #expect(moved == envelope([[new, nil], [new], [nil]]))
    do throws(ProfileChangeError) {
      _ = try envelope([[old], [old, new]]).moving(old, to: new)
      Issue.record("it was moved over others")
    } catch {
      #expect(error.code == .unitTaken && error.message.contains("'p1'"))
    }
    do throws(ProfileChangeError) {
      _ = try envelope([[nil]]).moving(old, to: new)
      Issue.record("there was something to move")
    } catch {
      #expect(error.code == .noSuchBinding)
    }
  }

  @Test func `a change that would not be valid leaves the file as it was`() throws {
    let folder = try TemporaryFolder()
    let store = ProfileStore(path: folder.file("profiles.json"), models: knownModels)
    try store.save(Self.envelope)
    let before = try Files.read(store.path, limit: 10_000)
    do throws(ProfileTransactionError) {
      try store.change { envelope throws(ProfileChangeError) in
        try envelope.binding(
          Binding(control: "up", mode: .momentary, action: .none), at: BindingPlace(model: "vec-infinity"),
          in: "a")
      }
      Issue.record("an unknown control was bound")
    } catch {
      #expect(error.message.contains(#"vec-infinity has no control "up"; allowed: left, center, right"#))
    }
    #expect(try Files.read(store.path, limit: 10_000) == before)
    #expect(try folder.names() == ["profiles.json"])
  }

  @Test func `changes at the same time lose nothing`() async throws {
    let folder = try TemporaryFolder()
    let store = ProfileStore(path: folder.file("profiles.json"), models: knownModels)
    try store.save(Self.envelope)
    let writers = 4
    let each = 10
    let (stream, continuation) = AsyncStream<Bool>.makeStream()
    for writer in 0..<writers {
      Thread(name: "writer") {
        for number in 0..<each {
          let id = "w\(writer)-\(number)"
          continuation.yield(
            (try? store.change { e throws(ProfileChangeError) in try e.creating(id, name: nil) }) != nil)
        }
      }.start()
    }
    var succeeded = 0
    for await isDone in stream.prefix(writers * each) { succeeded += isDone ? 1 : 0 }
    #expect(succeeded == writers * each)
    #expect(try store.load().envelope.profiles.count == 3 + writers * each)
  }
}
