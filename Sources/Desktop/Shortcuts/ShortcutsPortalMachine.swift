internal import Domain

/// The way to keyboard chords through the desktop's portal. Pure: facts and an instant in, effects out.
///
/// Each attempt has a number; what comes back with an older one is not heard, except that its session is closed.
///
///     1. normal           configured: ask   asked: create   created: bind   bound   activated: down   deactivated: up
///     2. no portal        ask … askFailed(noPortal)   portalAppeared: ask …; no timer: nothing changes by itself
///     3. refused          bind … bindFailed(denied): until `configured` says something new or the portal comes anew
///     4. passing trouble  … failed(noAnswer): ask again after 1 s, 2 s … 60 s
///     5. portal dies      bound, down; portalVanished: up, portalGone   portalAppeared: ask …
///     6. session closed   bound, down; sessionClosed: up   1 s: ask …
///     7. other chords     bound; configured: up for all, close the session, ask anew: a session is bound only once
///     8. bus lost         up for all   connected: ask
///     9. doubled signals  activated, activated: one down; deactivated without activated: nothing
///    10. not handled: a chord that is down while the desktop assigns it another trigger; its Deactivated decides.
struct ShortcutsPortalMachine: Hashable {
  enum Fact: Hashable {
    /// Chords that the portal can express; the others never come here.
    case configured([PortalShortcut])
    case connected
    case busLost
    case portalAppeared
    case portalVanished
    /// The portal has global shortcuts.
    case asked(attempt: Int)
    case created(attempt: Int, session: String)
    case bound(attempt: Int, [String: String])
    case failed(attempt: Int, ShortcutsTrouble)
    case activated(session: String, id: String)
    case deactivated(session: String, id: String)
    case triggersChanged(session: String, [String: String])
    case sessionClosed(session: String)
    case deadlinePassed
  }

  enum Effect: Hashable {
    case ask(attempt: Int)
    case create(attempt: Int)
    case bind(attempt: Int, session: String, [PortalShortcut])
    case close(session: String)
    case down(String)
    case up(String)
    case publish(ShortcutsState)
  }

  enum Phase: Hashable {
    case off
    case asking, creating
    case binding(session: String)
    case bound(session: String)
    case blocked(ShortcutsTrouble)
  }

  static let retries = Backoff(first: .seconds(1), last: .seconds(60))

  var isConnected = false
  var wanted: [PortalShortcut] = []
  var phase = Phase.off
  var attempt = 0
  var failures = 0
  /// By id, in the desktop's words.
  var triggers: [String: String] = [:]
  var down: [String] = []
  private var published: ShortcutsState?
  var deadline: MonotonicInstant?

  var state: ShortcutsState {
    var chords: [String: ShortcutsState.Chord] = [:]
    for shortcut in wanted { chords[shortcut.id] = chord(shortcut.id) }
    return ShortcutsState(portal: portal, chords: chords)
  }

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) -> [Effect] {
    let effects = respond(fact, instant)
    let state = state
    guard state != published else { return effects }
    published = state
    return effects + [.publish(state)]
  }

  private var portal: ShortcutsState.Portal {
    switch phase {
    case .off: .off
    case .asking, .creating: .asking
    case .binding: .waitingForUser
    case .bound: .bound
    case .blocked(let trouble): .unavailable(trouble)
    }
  }

  private func chord(_ id: String) -> ShortcutsState.Chord {
    switch phase {
    case .off, .asking, .creating, .binding: .pending
    case .bound: triggers[id].map { .bound(trigger: $0) } ?? .notGranted
    case .blocked(let trouble): .unavailable(trouble)
    }
  }

  private mutating func respond(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .configured(let shortcuts): configured(shortcuts)
    case .connected: connected()
    case .busLost: busLost()
    case .portalAppeared: portalAppeared()
    case .portalVanished: portalVanished()
    case .asked(let attempt): asked(attempt)
    case .created(let attempt, let session): created(attempt, session)
    case .bound(let attempt, let granted): bound(attempt, granted)
    case .failed(let attempt, let trouble): failed(attempt, trouble, instant)
    case .activated(let session, let id): activated(session, id)
    case .deactivated(let session, let id): phase == .bound(session: session) ? release(id) : []
    case .triggersChanged(let session, let triggers): triggersChanged(session, triggers)
    case .sessionClosed(let session): sessionClosed(session, instant)
    case .deadlinePassed: deadlinePassed(instant)
    }
  }
}

extension ShortcutsTrouble {
  /// Whether another try helps by itself.
  var passes: Bool {
    switch self {
    case .ended, .portalGone, .sessionClosed, .noAnswer, .failed: true
    case .noBus, .noPortal, .noBackend, .denied: false
    }
  }
}
