public import Desktop
public import Domain
internal import HIDTransport
public import KeyboardInput
internal import MessageBus
internal import Synchronization

extension Surroundings: SessionWatchDelegate {
  public func sessionChanged(_ session: SessionState) {
    changeGate { $0.sessionChanged(session) }
  }

  public func sessionWillSleep(_ done: @escaping @Sendable () -> Void) {
    // The Devices were let go of by `sessionChanged`; a player is paused when this is done, and the input thread has ended
    // every Action, as it works in order.
    let input = parts.input
    parts.players.stopAll { if !input.perform(done) { done() } }
  }

  /// Devices that came back late are told by udev; those that were there and could not be taken are tried again.
  public func sessionRescan() {
    guard state.withLock({ $0.gate.mayRun }) else { return }
    parts.input.rescan()
  }
}

extension Surroundings: ShortcutsPortalDelegate {
  public func shortcut(_ id: String, isDown: Bool, at instant: MonotonicInstant) {
    guard let chord = KeyChord(id) else { return }
    hand(chord, isDown, .desktop, instant)
  }

  public func shortcutsChanged(_ shortcuts: ShortcutsState) {
    state.withLock { $0.shortcuts = shortcuts }
    parts.inbox.post(.componentsChanged)
  }
}

extension Surroundings: ChordSink {
  public func chord(_ chord: KeyChord, isDown: Bool, source: ChordSourceID, at instant: MonotonicInstant) {
    hand(chord, isDown, source, instant)
  }

  public func stateChanged(_ chordInput: ChordInputState) {
    state.withLock { $0.chordInput = chordInput }
    parts.inbox.post(.componentsChanged)
  }

  private func hand(_ chord: KeyChord, _ isDown: Bool, _ source: ChordSourceID, _ instant: MonotonicInstant) {
    watchPanicChord(chord, isDown)
    // What the desktop still reports while the session is away must begin nothing.
    guard !isDown || state.withLock({ $0.gate.mayRun }) else { return }
    let core = parts.core
    parts.input.perform { core.chord(chord, isDown: isDown, source: source, at: instant) }
  }

  /// The wait is on the system bus's thread, which is there with or without a bus and does little else.
  private func watchPanicChord(_ chord: KeyChord, _ isDown: Bool) {
    let (press, hold) = state.withLock { state -> (Int, Duration?) in
      guard let panic = state.panic, panic.chord == chord else { return (0, nil) }
      state.panicPress += 1
      return (state.panicPress, isDown ? panic.hold : nil)
    }
    guard let hold else { return }
    parts.systemBus.perform { [weak self] connection in
      _ = connection.after(hold) {
        guard let self, self.state.withLock({ $0.panicPress == press }) else { return }
        self.panic()
      }
    }
  }
}
