public import ControlProtocol
internal import Desktop
internal import KeyboardInput
internal import Synchronization

extension Surroundings {
  /// What is ready around the Devices, in one line each. A thing that no profile or preference asks for is ready.
  public var components: [ComponentStatus] {
    let (gate, chordInput, shortcuts, selections, wantsMedia, chords) = state.withLock {
      (
        $0.gate, $0.chordInput, $0.shortcuts, $0.selections, $0.wantsMedia,
        $0.wantedChords
      )
    }
    var components = [
      ComponentStatus(.session, ready: gate.mayRun, detail: gate.obstacle ?? gate.session.message)
    ]
    if !selections.isEmpty { components.append(Self.keyboards(chordInput)) }
    if selections.isEmpty && !chords.isEmpty { components.append(Self.shortcuts(shortcuts)) }
    if wantsMedia { components.append(mediaStatus) }
    return components
  }

  private static func keyboards(_ state: ChordInputState) -> ComponentStatus {
    let problems = state.keyboards.compactMap(\.message) + state.problems.map(\.message)
    let ready = state.keyboards.filter { $0.state == .ready }.count
    return ComponentStatus(
      .keyboards, ready: problems.isEmpty,
      detail: problems.isEmpty
        ? "chords are read from \(ready) of the listed keyboards" : problems.joined(separator: " "))
  }

  private static func shortcuts(_ state: ShortcutsState) -> ComponentStatus {
    switch state.portal {
    case .off: ComponentStatus(.shortcuts, ready: true, detail: "no chord is wanted")
    case .asking:
      ComponentStatus(.shortcuts, ready: false, detail: "The desktop is being asked for keyboard chords.")
    case .waitingForUser:
      ComponentStatus(
        .shortcuts, ready: false,
        detail: "The desktop waits for your answer to its dialog about keyboard chords.")
    case .unavailable(let trouble): ComponentStatus(.shortcuts, ready: false, detail: trouble.message)
    case .bound: bound(state)
    }
  }

  private static func bound(_ state: ShortcutsState) -> ComponentStatus {
    let missing = state.chords.filter { $0.value.problem != nil }.sorted { $0.key < $1.key }
    guard let first = missing.first, let problem = first.value.problem else {
      return ComponentStatus(
        .shortcuts, ready: true, detail: "the desktop listens for \(state.chords.count) chords")
    }
    return ComponentStatus(.shortcuts, ready: false, detail: "The chord “\(first.key)” \(problem)")
  }

  private var mediaStatus: ComponentStatus {
    switch parts.players.availability {
    case .available(let player): ComponentStatus(.media, ready: true, detail: player)
    case .unavailable(let error): ComponentStatus(.media, ready: false, detail: error.message)
    }
  }
}

extension ShortcutsState.Chord {
  /// Why it has no effect, as the end of a sentence.
  fileprivate var problem: String? {
    switch self {
    case .pending, .bound: nil
    case .notGranted: "was left out by the desktop; its settings for shortcuts may grant it."
    case .notExpressible:
      "names one side of the keyboard, which a desktop cannot; list the keyboard in the preferences."
    case .unavailable(let trouble): "has no effect: \(trouble.message)"
    }
  }
}
