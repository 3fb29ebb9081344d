import Domain
import Testing

@testable import Desktop

struct ShortcutsPortalMachineTests {
  typealias Machine = ShortcutsPortalMachine

  private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
  private static let dictate = PortalShortcut(
    id: "dictate", chord: KeyChord(modifiers: [.control, .alt], key: "d"), description: "Hold to dictate")
  private static let session = "/org/freedesktop/portal/desktop/session/1_1/hwctl_2"

  private static func after(_ duration: Duration) -> MonotonicInstant { start.advanced(by: duration) }

  private func bound(isDown: Bool = false) -> Machine {
    var machine = Machine()
    let facts: [Machine.Fact] = [
      .configured([Self.dictate]), .connected, .asked(attempt: 2),
      .created(attempt: 2, session: Self.session),
      .bound(attempt: 2, ["dictate": "Ctrl+Alt+D"]),
    ]
    for fact in facts { _ = machine.handle(fact, at: Self.start) }
    if isDown { _ = machine.handle(.activated(session: Self.session, id: "dictate"), at: Self.start) }
    return machine
  }

  private func state(_ trouble: ShortcutsTrouble) -> ShortcutsState {
    ShortcutsState(portal: .unavailable(trouble), chords: ["dictate": .unavailable(trouble)])
  }

  @Test func `From a chord that is wanted to one that is bound`() {
    var machine = Machine()
    _ = machine.handle(.connected, at: Self.start)
    #expect(machine.state.portal == .off)
    #expect(machine.handle(.configured([Self.dictate]), at: Self.start).first == .ask(attempt: 2))
    #expect(machine.handle(.asked(attempt: 2), at: Self.start).first == .create(attempt: 2))
    #expect(
      machine.handle(.created(attempt: 2, session: Self.session), at: Self.start)
        == [
          .bind(attempt: 2, session: Self.session, [Self.dictate]),
          .publish(ShortcutsState(portal: .waitingForUser, chords: ["dictate": .pending])),
        ])
    #expect(
      machine.handle(.bound(attempt: 2, ["dictate": "Ctrl+Alt+D"]), at: Self.start)
        == [.publish(ShortcutsState(portal: .bound, chords: ["dictate": .bound(trigger: "Ctrl+Alt+D")]))])
  }

  @Test func `A chord goes down and up once, however often the desktop says it`() {
    var machine = bound()
    let down = Machine.Fact.activated(session: Self.session, id: "dictate")
    let up = Machine.Fact.deactivated(session: Self.session, id: "dictate")
    #expect(machine.handle(up, at: Self.start) == [])
    #expect(machine.handle(down, at: Self.start) == [.down("dictate")])
    #expect(machine.handle(down, at: Self.start) == [])
    #expect(machine.handle(up, at: Self.start) == [.up("dictate")])
    #expect(machine.handle(up, at: Self.start) == [])
  }

  @Test func `Signals of another session or of an unknown chord do nothing`() {
    var machine = bound()
    #expect(machine.handle(.activated(session: "/other", id: "dictate"), at: Self.start) == [])
    #expect(machine.handle(.activated(session: Self.session, id: "other"), at: Self.start) == [])
    #expect(machine.handle(.sessionClosed(session: "/other"), at: Self.start) == [])
  }

  @Test func `Every way to lose the session lets the chord up`() {
    let ways: [(Machine.Fact, ShortcutsTrouble)] = [
      (.busLost, .noBus), (.portalVanished, .portalGone),
      (.sessionClosed(session: Self.session), .sessionClosed),
    ]
    for (fact, trouble) in ways {
      var machine = bound(isDown: true)
      #expect(machine.handle(fact, at: Self.start) == [.up("dictate"), .publish(state(trouble))])
    }
    var machine = bound(isDown: true)
    #expect(
      machine.handle(.configured([]), at: Self.start)
        == [
          .up("dictate"), .close(session: Self.session), .publish(ShortcutsState(portal: .off, chords: [:])),
        ])
  }

  @Test func `Other chords need another session`() {
    var machine = bound()
    var other = Self.dictate
    other.chord = KeyChord(modifiers: [.super], key: "F9")
    let effects = machine.handle(.configured([other]), at: Self.start)
    #expect(effects.prefix(2) == [.close(session: Self.session), .ask(attempt: 3)])
    var same = bound()
    #expect(same.handle(.configured([Self.dictate]), at: Self.start) == [])
  }

  @Test(arguments: [ShortcutsTrouble.noPortal, .noBackend, .denied])
  func `What time does not mend is not asked again by the clock, but when a portal appears`(
    _ trouble: ShortcutsTrouble
  ) {
    var machine = Machine()
    for fact in [.configured([Self.dictate]), .connected] as [Machine.Fact] {
      _ = machine.handle(fact, at: Self.start)
    }
    #expect(machine.handle(.failed(attempt: 2, trouble), at: Self.start) == [.publish(state(trouble))])
    #expect(machine.deadline == nil)
    #expect(machine.handle(.portalAppeared, at: Self.start).first == .ask(attempt: 3))
  }

  @Test func `Passing trouble is asked about again after 1, 2 … 60 s, and after a success after 1 s`() {
    var machine = Machine()
    for fact in [.configured([Self.dictate]), .connected] as [Machine.Fact] {
      _ = machine.handle(fact, at: Self.start)
    }
    var attempt = 2
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      _ = machine.handle(.failed(attempt: attempt, .noAnswer), at: Self.start)
      #expect(machine.deadline == Self.after(.seconds(seconds)))
      attempt += 1
      #expect(
        machine.handle(.deadlinePassed, at: Self.after(.seconds(seconds))).first == .ask(attempt: attempt))
    }
    for fact in [
      .asked(attempt: attempt), .created(attempt: attempt, session: Self.session),
      .bound(attempt: attempt, [:]),
      .sessionClosed(session: Self.session),
    ] as [Machine.Fact] { _ = machine.handle(fact, at: Self.start) }
    #expect(machine.deadline == Self.after(.seconds(1)))
  }

  @Test func `A session that comes too late is closed`() {
    var machine = Machine()
    for fact in [.configured([Self.dictate]), .connected, .asked(attempt: 2), .configured([])]
      as [Machine.Fact]
    {
      _ = machine.handle(fact, at: Self.start)
    }
    #expect(
      machine.handle(.created(attempt: 2, session: Self.session), at: Self.start) == [
        .close(session: Self.session)
      ])
    #expect(machine.handle(.failed(attempt: 2, .noAnswer), at: Self.start) == [])
  }

  @Test func `A portal that our own call starts is asked once`() {
    var machine = Machine()
    for fact in [.configured([Self.dictate]), .connected] as [Machine.Fact] {
      _ = machine.handle(fact, at: Self.start)
    }
    #expect(machine.handle(.portalAppeared, at: Self.start) == [])
  }

  @Test func `A dialog that was refused closes the session`() {
    var machine = Machine()
    for fact in [
      .configured([Self.dictate]), .connected, .asked(attempt: 2),
      .created(attempt: 2, session: Self.session),
    ] as [Machine.Fact] { _ = machine.handle(fact, at: Self.start) }
    #expect(
      machine.handle(.failed(attempt: 2, .denied), at: Self.start)
        == [.close(session: Self.session), .publish(state(.denied))])
  }

  @Test func `A chord that the user left out is not granted, and may be later`() {
    var machine = bound()
    _ = machine.handle(.triggersChanged(session: Self.session, [:]), at: Self.start)
    #expect(machine.state.chords == ["dictate": .notGranted])
    _ = machine.handle(.triggersChanged(session: Self.session, ["dictate": "F9"]), at: Self.start)
    #expect(machine.state.chords == ["dictate": .bound(trigger: "F9")])
  }

  @Test(
    arguments: [
      ("ctrl+alt+d", "CTRL+ALT+d"), ("F13", "F13"), ("shift+super+Return", "SHIFT+LOGO+Return"),
      ("leftctrl+d", nil),
    ] as [(String, String?)])
  func `A chord is written as the shortcuts specification says`(_ chord: String, _ text: String?) throws {
    #expect(ShortcutTrigger.text(try #require(KeyChord(chord))) == text)
  }

  @Test func `Every trouble says what is and what to do`() {
    for trouble in ShortcutsTrouble.allCases { #expect(trouble.message.hasSuffix(".")) }
  }
}
