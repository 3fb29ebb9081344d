public import Delivery
public import Desktop
internal import Dispatch
public import Domain
public import HIDTransport
public import KeyboardInput
public import MessageBus
internal import Synchronization

/// A keyboard chord that lets go of everything when it is held.
public struct PanicChord: Hashable, Sendable {
  public var chord: KeyChord
  public var hold: Duration

  public init(chord: KeyChord, hold: Duration) {
    self.chord = chord
    self.hold = hold
  }
}

/// What happens around the Devices: the login session, keyboard chords, media players.
///
/// Chords go to the input thread; a session that is away, and a panic, let go of everything; what is ready is told to the
/// runtime. May be called from any thread.
public final class Surroundings: Sendable {
  /// What the daemon has made before.
  public struct Parts: Sendable {
    public var core: InputCore
    public var input: InputThread
    public var inbox: RuntimeInbox
    public var players: MediaPlayers
    public var keyboards: KeyboardSurroundings
    /// The session bus, for the portal; players are on it too.
    public var userBus: MessageBus
    public var systemBus: MessageBus
    /// Nil where there is none.
    public var virtualKeyboard: VirtualKeyboard?

    public init(
      core: InputCore, input: InputThread, inbox: RuntimeInbox, players: MediaPlayers,
      keyboards: KeyboardSurroundings, userBus: MessageBus, systemBus: MessageBus,
      virtualKeyboard: VirtualKeyboard?
    ) {
      self.virtualKeyboard = virtualKeyboard
      self.core = core
      self.input = input
      self.inbox = inbox
      self.players = players
      self.keyboards = keyboards
      self.userBus = userBus
      self.systemBus = systemBus
    }
  }

  struct State {
    var gate = RunGate()
    /// Why the input thread was told to let go, as it was told.
    var suspended: Set<SuspendReason> = []
    var chordInput = ChordInputState()
    var shortcuts = ShortcutsState(portal: .off, chords: [:])
    /// From the active profile: each chord, and in words what it does.
    var chords: [KeyChord: String] = [:]
    var wantsMedia = false
    var panic: PanicChord?
    /// Counts the presses of the panic chord and their ends: a wait is for one of them.
    var panicPress = 0
    /// From the preferences.
    var selections: [KeyboardSelection] = []
    var links: Links?

    /// Those of the profile and the one for a panic.
    var wantedChords: [KeyChord: String] {
      guard let panic else { return chords }
      return chords.merging([panic.chord: "let go of everything, when held"]) { first, _ in first }
    }
  }

  /// What calls back into this object, so that it comes after it.
  struct Links {
    let keyboards: KeyboardThread
    let session: SessionWatch
    let portal: ShortcutsPortal
  }

  let parts: Parts
  let state = Mutex(State())

  public init(_ parts: Parts) { self.parts = parts }

  /// Begins to listen; the input thread runs already.
  ///
  /// - Throws: when the keyboard thread cannot run.
  public func start(identity: SessionIdentity = .current()) throws(KeyboardInputError) {
    let links = Links(
      keyboards: KeyboardThread(sink: self, surroundings: parts.keyboards),
      session: SessionWatch(bus: parts.systemBus, identity: identity, delegate: self),
      portal: ShortcutsPortal(bus: parts.userBus, delegate: self))
    state.withLock { $0.links = links }
    configureChords()
    try links.keyboards.start()
    parts.players.start()
    links.portal.start()
    links.session.start()
  }

  /// What a player may take to pause when the daemon ends.
  private static let pauseLimit = DispatchTimeInterval.seconds(1)

  /// Lets go of the keyboards and pauses what a held pedal plays; waits for both, for a player at most a second.
  public func stop() {
    guard let links = state.withLock({ $0.links }) else { return }
    links.session.stop()
    links.keyboards.stop()
    let paused = DispatchSemaphore(value: 0)
    parts.players.stopAll { paused.signal() }
    _ = paused.wait(timeout: .now() + Self.pauseLimit)
    parts.userBus.close()
    parts.systemBus.close()
  }

  // MARK: What the daemon goes by

  /// Goes by the chords of another profile.
  public func adopt(_ profile: Profile) {
    let fallbacks = profile.devices.flatMap(\.bindings).compactMap { binding in
      binding.chord.map { ($0, binding.action.words) }
    }
    state.withLock { state in
      state.chords = Dictionary(fallbacks + profile.chords.map { ($0.chord, $0.action.words) }) { first, _ in
        first
      }
      state.wantsMedia = profile.actions.contains { $0.kind == .media }
    }
    configureChords()
  }

  /// Goes by other listed keyboards, another preferred player and another panic chord.
  public func adopt(keyboards: [KeyboardSelection], player: String?, panic: PanicChord? = nil) {
    state.withLock {
      $0.selections = keyboards
      $0.panic = panic
    }
    parts.players.prefer(player)
    configureChords()
  }

  /// Listed keyboards have precedence: with both, one press of a chord would come twice, and a Toggle would end at once.
  private func configureChords() {
    let (links, chords, selections) = state.withLock {
      ($0.links, $0.wantedChords, $0.selections)
    }
    guard let links else { return }
    links.keyboards.setKeyboards(selections)
    links.keyboards.setChords(
      selections.isEmpty ? [] : chords.keys.sorted { $0.description < $1.description })
    links.portal.configure(
      (selections.isEmpty ? chords : [:]).sorted { $0.key.description < $1.key.description }.map {
        chord, words in
        PortalShortcut(id: chord.description, chord: chord, description: words)
      })
  }

  // MARK: Letting go

  /// Why nothing may run now, and what to do; nil while it may.
  public var obstacle: String? { state.withLock { $0.gate.obstacle } }

  /// Stops everything until `resume`. A key that is stuck although we have let go of it goes with the keyboard.
  public func panic() {
    changeGate { $0.panicked() }
    parts.virtualKeyboard?.renew()
  }

  public func resume() { changeGate { $0.resumed() } }

  /// Changes the gate and brings Devices and keyboards to where it is, in one step: else two threads could do so in another
  /// order than they changed it. All that is done here only posts.
  func changeGate(_ change: (inout RunGate) -> Void) {
    state.withLock { state in
      change(&state.gate)
      let (wanted, had) = (state.gate.suspendReasons, state.suspended)
      state.suspended = wanted
      for reason in wanted.subtracting(had) { parts.input.suspend(reason) }
      if wanted.isEmpty { state.links?.keyboards.resume() } else { state.links?.keyboards.suspend() }
      if !wanted.isEmpty && had.isEmpty { letGo() }
      for reason in had.subtracting(wanted) { parts.input.resume(reason) }
    }
    parts.inbox.post(.componentsChanged)
  }

  /// Ends what runs on with nothing held: a latch, a command, a player.
  private func letGo() {
    let core = parts.core
    parts.input.perform { core.letGo() }
    parts.players.stopAll {}
  }
}

extension RunGate {
  fileprivate var suspendReasons: Set<SuspendReason> {
    var reasons: Set<SuspendReason> = isPanicked ? [.panic] : []
    switch session.reason {
    case .asking, .active, .withoutLogind: break
    case .sleeping: reasons.insert(.sleep)
    case .inactive, .locked, .noSession: reasons.insert(.session)
    }
    return reasons
  }
}
