internal import ControlProtocol
public import Delivery
public import Domain

/// What the keymap makes of the chords of a profile's shortcuts.
public struct ResolvedChords: Sendable {
  /// Those that the keymap has.
  public var keys: [KeyChord: ResolvedChord]
  /// Why there is no keymap at all, and what to do; nil where there is one.
  public var problem: String?

  public init(keys: [KeyChord: ResolvedChord] = [:], problem: String? = nil) {
    self.keys = keys
    self.problem = problem
  }
}

/// What each Action of a profile needs, and whether it is there. Pure.
struct ActionAvailability {
  let components: [ComponentStatus]
  let chords: ResolvedChords
  let profiles: ProfileEnvelope

  /// The Actions of a profile, and dictation, which commands can begin in any.
  func statuses(of profile: Profile) -> [ActionStatus] {
    let actions = Set(profile.actions + Runtime.commandable).subtracting([.none])
    let statuses = actions.map { ActionStatus(action: $0.words, problem: problem(with: $0)) }
    let sorted = statuses.sorted {
      ($0.problem == nil ? 1 : 0, $0.action) < ($1.problem == nil ? 1 : 0, $1.action)
    }
    return Array(sorted.prefix(StatusReport.actionLimit))
  }

  private func problem(with action: Action) -> String? {
    if let away = problem(with: .session) { return away }
    switch action {
    case .none: return nil
    // Without a refiner, AI dictation writes what was said as the other does.
    case .localDictation, .localAIDictation:
      return problem(with: .microphone) ?? problem(with: .speech) ?? problem(with: .delivery)
    case .keyboardShortcut(let sequence):
      if let problem = problem(with: .keyboard) { return problem }
      if let problem = chords.problem { return problem }
      guard let missing = sequence.chords.first(where: { chords.keys[$0] == nil }) else { return nil }
      return
        "The keyboard layout has no key for \(missing). Choose another shortcut, or set 'keyboard' in the "
        + "preferences to the layout that you use."
    case .media: return problem(with: .media)
    case .profile(.next): return nil
    case .profile(.to(let id)):
      guard !profiles.profiles.contains(where: { $0.id == id }) else { return nil }
      return "There is no profile '\(id)'. 'hwctl profiles list' shows what there is."
    }
  }

  private func problem(with name: ComponentStatus.Name) -> String? {
    components.first { $0.name == name && !$0.ready }?.detail
  }
}
