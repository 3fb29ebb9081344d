import ControlProtocol
import Delivery
import Domain
import Testing

@testable import Runtime

@Suite struct ActionAvailabilityTests {
  private func problems(
    _ actions: [Action], missing: [ComponentStatus.Name] = [], chords: [KeyChord: ResolvedChord] = [:],
    keymapProblem: String? = nil
  ) -> [String: String?] {
    let all: [ComponentStatus.Name] = [.session, .keyboard, .microphone, .speech, .delivery, .media]
    let components = all.map { name in
      ComponentStatus(name, ready: !missing.contains(name), detail: "no \(name.rawValue)")
    }
    let bindings = actions.enumerated().map { number, action in
      Binding(control: ControlID(rawValue: "c\(number)"), mode: .momentary, action: action)
    }
    let profile = Profile(
      id: "p", name: "P", devices: [DeviceConfiguration(model: "m", bindings: bindings)])
    let availability = ActionAvailability(
      components: components, chords: ResolvedChords(keys: chords, problem: keymapProblem),
      profiles: ProfileEnvelope(activeProfile: "p", profiles: [profile]))
    return Dictionary(
      uniqueKeysWithValues: availability.statuses(of: profile).map { ($0.action, $0.problem) })
  }

  private let paste = KeyChord(modifiers: [.control], key: "v")
  private var shortcut: Action { .keyboardShortcut(KeySequence(paste)) }

  @Test func `dictation is listed always, and an Action that does nothing never`() {
    #expect(problems([.none]) == ["localDictation": nil, "localAIDictation": nil])
  }

  @Test(arguments: [
    (ComponentStatus.Name.microphone, ["localAIDictation", "localDictation"]),
    (.speech, ["localAIDictation", "localDictation"]),
    (.keyboard, ["keyboardShortcut ctrl+v"]), (.delivery, ["localAIDictation", "localDictation"]),
    (.media, ["media play"]),
    (
      .session,
      ["keyboardShortcut ctrl+v", "localAIDictation", "localDictation", "media play", "profile next"]
    ),
  ])
  func `only the Actions that need a part are without it`(
    _ part: ComponentStatus.Name, _ expected: [String]
  ) throws {
    let chord = try resolved(paste)
    let found = problems(
      [shortcut, .media(.play), .profile(.next)], missing: [part], chords: [paste: chord])
    #expect(found.filter { $0.value != nil }.keys.sorted() == expected)
    #expect(found.values.compactMap(\.self).allSatisfy { $0 == "no \(part.rawValue)" })
  }

  @Test func `a shortcut that the keymap lacks, and a profile that is not there, are told`() throws {
    let found = problems([shortcut, .profile(.to("gone"))])
    #expect(try #require(found["keyboardShortcut ctrl+v"])?.contains("no key for ctrl+v") == true)
    #expect(try #require(found["profile gone"])?.contains("no profile 'gone'") == true)
  }

  @Test func `without a keymap its own reason is told`() {
    let found = problems([shortcut], keymapProblem: "no keymap")
    #expect(found["keyboardShortcut ctrl+v"] == "no keymap")
  }

  @Test func `of thousands of Actions those that cannot begin come first, and no more than can be sent`() {
    let switches = (1...2000).map { Action.profile(.to("gone-\($0)")) }
    let found = problems([.profile(.next)] + switches)
    #expect(found.count == StatusReport.actionLimit)
    #expect(found.values.allSatisfy { $0 != nil })
  }

  private func resolved(_ chord: KeyChord) throws -> ResolvedChord {
    try #require(try KeymapSource.xkb(KeyboardLayout()).read().resolve(chord))
  }
}
