import Domain
import Testing

@testable import Desktop

struct SessionWatchMachineTests {
  typealias Machine = SessionWatchMachine

  private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

  private static func after(_ duration: Duration) -> MonotonicInstant { start.advanced(by: duration) }

  /// A session that is in front, not locked, with an inhibitor.
  private static func active() -> Machine {
    var machine = Machine()
    for fact in [.connected, .found, .inhibited, .read(active: true, locked: false, isGoingToSleep: false)]
      as [Machine.Fact]
    {
      _ = machine.handle(fact, at: start)
    }
    return machine
  }

  @Test func `Nothing may run before logind has answered`() {
    var machine = Machine()
    #expect(machine.handle(.connected, at: Self.start) == [.publish(SessionState(.asking)), .find])
    #expect(machine.handle(.found, at: Self.start) == [.read, .inhibit])
    #expect(!machine.state.mayRun)
    _ = machine.handle(.inhibited, at: Self.start)
    #expect(
      machine.handle(.read(active: true, locked: false, isGoingToSleep: false), at: Self.start)
        == [.publish(SessionState(.active, delaysSleep: true))])
    #expect(machine.deadline == nil)
  }

  @Test(arguments: [
    (true, false, SessionState.Reason.active), (true, true, .locked), (false, false, .inactive),
    (false, true, .inactive),
  ])
  func `Active and LockedHint decide`(_ active: Bool, _ locked: Bool, _ reason: SessionState.Reason) {
    var machine = Machine()
    _ = machine.handle(.found, at: Self.start)
    _ = machine.handle(.read(active: active, locked: locked, isGoingToSleep: false), at: Self.start)
    #expect(machine.state.reason == reason)
    #expect(machine.state.mayRun == (reason == .active))
  }

  @Test func `Without logind it runs and says so, until logind comes`() {
    var machine = Machine()
    _ = machine.handle(.connected, at: Self.start)
    #expect(
      machine.handle(.findFailed(.noLogind), at: Self.start) == [.publish(SessionState(.withoutLogind))])
    #expect(machine.state.mayRun)
    #expect(machine.deadline == nil)
    #expect(machine.handle(.logindAppeared, at: Self.start) == [.find])
  }

  @Test func `Without a bus it runs and says so`() {
    var machine = Machine()
    #expect(machine.handle(.busLost, at: Self.start) == [.publish(SessionState(.withoutLogind))])
    #expect(machine.state.mayRun)
  }

  @Test func `Where nobody is logged in nothing runs, until a session begins`() {
    var machine = Machine()
    _ = machine.handle(.connected, at: Self.start)
    _ = machine.handle(.findFailed(.noSession), at: Self.start)
    #expect(!machine.state.mayRun)
    #expect(machine.handle(.sessionsChanged, at: Self.start) == [.find])
  }

  @Test func `A logind that does not answer is asked again after 5 s`() {
    var machine = Machine()
    _ = machine.handle(.connected, at: Self.start)
    _ = machine.handle(.findFailed(.noAnswer), at: Self.start)
    #expect(machine.state.reason == .withoutLogind)
    #expect(machine.deadline == Self.after(.seconds(5)))
    #expect(machine.handle(.deadlinePassed, at: Self.after(.seconds(5))) == [.find])
    #expect(machine.deadline == nil)
  }

  @Test func `A lock that is asked for counts at once, and stays when the desktop reports it within 10 s`() {
    var machine = Self.active()
    _ = machine.handle(.lockAsked, at: Self.start)
    #expect(machine.state.reason == .locked)
    _ = machine.handle(.changed(active: nil, locked: true), at: Self.after(.milliseconds(9_999)))
    _ = machine.handle(.deadlinePassed, at: Self.after(.seconds(10)))
    #expect(machine.state.reason == .locked)
    _ = machine.handle(.changed(active: nil, locked: false), at: Self.after(.seconds(60)))
    #expect(machine.state == SessionState(.active, delaysSleep: true))
  }

  @Test func `A lock that is asked for and never reported ends after 10 s, and is not believed again`() {
    var machine = Self.active()
    _ = machine.handle(.lockAsked, at: Self.start)
    _ = machine.handle(.deadlinePassed, at: Self.after(.milliseconds(9_999)))
    #expect(machine.state.reason == .locked)
    _ = machine.handle(.deadlinePassed, at: Self.after(.seconds(10)))
    #expect(machine.state == SessionState(.active, reportsLock: false, delaysSleep: true))
    _ = machine.handle(.lockAsked, at: Self.after(.seconds(20)))
    #expect(machine.state.reason == .active)
    _ = machine.handle(.changed(active: nil, locked: true), at: Self.after(.seconds(30)))
    #expect(machine.state == SessionState(.locked, delaysSleep: true))
  }

  @Test func `Unlock takes back what Lock asked for`() {
    var machine = Self.active()
    _ = machine.handle(.lockAsked, at: Self.start)
    _ = machine.handle(.unlockAsked, at: Self.start)
    #expect(machine.state.reason == .active)
    #expect(machine.deadline == nil)
  }

  @Test func `Before sleep all is let go of, then the machine may sleep`() {
    var machine = Self.active()
    #expect(
      machine.handle(.sleepBegan, at: Self.start) == [
        .publish(SessionState(.sleeping, delaysSleep: true)), .letGo,
      ])
    #expect(machine.handle(.letGo, at: Self.start) == [.publish(SessionState(.sleeping)), .uninhibit])
    #expect(machine.deadline == nil)
  }

  @Test func `Who does not let go holds the machine up for 4 s and no longer`() {
    var machine = Self.active()
    _ = machine.handle(.sleepBegan, at: Self.start)
    #expect(machine.handle(.deadlinePassed, at: Self.after(.milliseconds(3_999))) == [])
    #expect(machine.handle(.deadlinePassed, at: Self.after(.seconds(4))).contains(.uninhibit))
    #expect(machine.handle(.letGo, at: Self.after(.seconds(5))) == [])
  }

  @Test func `After resume the state is read first, then devices are looked for five times in 8 s`() {
    var machine = Self.active()
    for fact in [.sleepBegan, .letGo] as [Machine.Fact] { _ = machine.handle(fact, at: Self.start) }
    #expect(machine.handle(.sleepEnded, at: Self.start) == [.inhibit, .read])
    #expect(machine.state.reason == .sleeping)
    _ = machine.handle(.inhibited, at: Self.start)
    #expect(
      machine.handle(.read(active: true, locked: false, isGoingToSleep: false), at: Self.start)
        == [.publish(SessionState(.active, delaysSleep: true)), .rescan])
    for seconds in [1, 2, 4, 8] {
      #expect(machine.deadline == Self.after(.seconds(seconds)))
      #expect(machine.handle(.deadlinePassed, at: Self.after(.seconds(seconds))) == [.rescan])
    }
    #expect(machine.deadline == nil)
  }

  @Test func `A screen locked on the way down is locked after resume`() {
    var machine = Self.active()
    for fact in [.sleepBegan, .letGo, .sleepEnded] as [Machine.Fact] {
      _ = machine.handle(fact, at: Self.start)
    }
    _ = machine.handle(.read(active: true, locked: true, isGoingToSleep: false), at: Self.start)
    #expect(machine.state.reason == .locked)
  }

  @Test func `When logind does not answer after resume it goes on after 1 s with what was known`() {
    var machine = Self.active()
    for fact in [.sleepBegan, .letGo, .sleepEnded] as [Machine.Fact] {
      _ = machine.handle(fact, at: Self.start)
    }
    #expect(machine.handle(.deadlinePassed, at: Self.after(.milliseconds(999))) == [])
    #expect(
      machine.handle(.deadlinePassed, at: Self.after(.seconds(1))) == [
        .publish(SessionState(.active)), .rescan,
      ])
  }

  @Test func `A second suspend during the looks after resume stops them`() {
    var machine = Self.active()
    for fact in [
      .sleepBegan, .letGo, .sleepEnded, .read(active: true, locked: false, isGoingToSleep: false),
      .sleepBegan,
    ] as [Machine.Fact] { _ = machine.handle(fact, at: Self.start) }
    #expect(machine.deadline == Self.after(Machine.letGoLimit))
  }

  @Test func `A daemon that starts while the machine goes down lets go too`() {
    var machine = Machine()
    _ = machine.handle(.found, at: Self.start)
    let effects = machine.handle(.read(active: true, locked: false, isGoingToSleep: true), at: Self.start)
    #expect(effects == [.publish(SessionState(.sleeping)), .letGo])
  }

  @Test func `A lost bus leaves a locked session locked, and wakes one that slept`() {
    var machine = Self.active()
    _ = machine.handle(.changed(active: nil, locked: true), at: Self.start)
    _ = machine.handle(.sleepBegan, at: Self.start)
    _ = machine.handle(.busLost, at: Self.start)
    #expect(machine.state == SessionState(.locked))
    #expect(machine.handle(.connected, at: Self.start) == [.find])
  }

  @Test func `Every state says what it is`() {
    for reason in SessionState.Reason.allCases { #expect(SessionState(reason).message.hasSuffix(".")) }
  }
}
