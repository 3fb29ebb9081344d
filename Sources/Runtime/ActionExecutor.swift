public import BindingEngine
public import Delivery
public import Dictation
public import Domain
internal import SystemCalls

/// Carries out Actions, which it knows by their slots. Called on the input thread; must not block.
public protocol ActionExecuting: Sendable {
  /// False when the Action cannot begin; then it has not begun.
  func begin(_ action: ActionSlot, _ cause: Cause, generation: Int) -> Bool
  func end(_ action: ActionSlot, _ reason: Reason, generation: Int, at instant: MonotonicInstant)
  func cancel(_ action: ActionSlot, _ reason: Reason, generation: Int)
  /// Other Actions can begin from now on. The slot of an active Action stays what it is.
  func adopt(_ table: ActionTable)
  /// The Devices that are attached now, for the names in causes.
  func devicesChanged(_ devices: [DeviceDescriptor])
  /// Nothing may stay down.
  func releaseAll()
  /// Of what has been said until now nothing is typed any more.
  func keepWords()
}

/// What an executor has to know before the first press.
public struct ActionTable: Sendable {
  /// By the number of the slot; nil where a slot is free.
  public var actions: [Action?]
  /// The id of the active profile.
  public var profile: String
  public var writing: ProfileWriting
  /// Every chord of the profile's shortcuts that the current keymap has.
  public var chords: [KeyChord: ResolvedChord]
}

/// The real executor: the virtual keyboard and dictation.
///
/// `@unchecked Sendable`: every `var` is touched on the input thread only.
public final class ActionExecutor: ActionExecuting, @unchecked Sendable {
  private let keyboard: VirtualKeyboard?
  private let dictation: DictationCoordinator
  private var profile = ""
  private var writing = ProfileWriting()
  private var devices: [DeviceDescriptor] = []
  /// Those of `actions`, kept apart so that no payload is copied on the way of a key.
  private var kinds: [ActionKind] = []
  /// By slot; `none` where a slot is free.
  private var actions: [Action] = []
  private let media: (any MediaPerforming)?
  private let switchProfile: @Sendable (ProfileSwitch) -> Void

  /// - Parameters:
  ///   - media: nil where there are no players, in a replay.
  ///   - switchProfile: called on the input thread; must not block.
  public init(
    keyboard: VirtualKeyboard?, dictation: DictationCoordinator, media: (any MediaPerforming)? = nil,
    switchProfile: @escaping @Sendable (ProfileSwitch) -> Void
  ) {
    self.keyboard = keyboard
    self.dictation = dictation
    self.media = media
    self.switchProfile = switchProfile
  }

  public func adopt(_ table: ActionTable) {
    profile = table.profile
    writing = table.writing
    kinds = table.actions.map { $0?.kind ?? .none }
    actions = table.actions.map { $0 ?? .none }
    keyboard?.prepare(table.actions.map { Self.keys(of: $0, table.chords) })
  }

  public func devicesChanged(_ devices: [DeviceDescriptor]) { self.devices = devices }

  public func begin(_ action: ActionSlot, _ cause: Cause, generation: Int) -> Bool {
    switch kinds[Int(action.rawValue)] {
    case .none: return true
    case .localDictation, .localAIDictation:
      dictation.begin(sessionCause(cause, kinds[Int(action.rawValue)]), generation: generation)
      return true
    case .media, .profile: return begin(actions[Int(action.rawValue)])
    case .keyboardShortcut:
      guard let keyboard else { return false }
      let outcome = keyboard.press(shortcut: Int(action.rawValue))
      // Refused while text is typed, nothing went down, and the keys that are down belong to the text.
      if outcome == .gone { keyboard.renew() }
      return outcome == .sent
    }
  }

  public func end(_ action: ActionSlot, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {
    switch kinds[Int(action.rawValue)] {
    case .none, .profile: break
    case .media: endMedia(actions[Int(action.rawValue)])
    case .localDictation, .localAIDictation: dictation.end(generation: generation, at: instant)
    case .keyboardShortcut: release(action)
    }
  }

  public func cancel(_ action: ActionSlot, _ reason: Reason, generation: Int) {
    switch kinds[Int(action.rawValue)] {
    case .none, .profile: break
    case .media: endMedia(actions[Int(action.rawValue)])
    case .localDictation, .localAIDictation: dictation.cancel(generation: generation)
    case .keyboardShortcut: release(action)
    }
  }

  /// What is told to others, which need not be as quick as a key.
  private func begin(_ action: Action) -> Bool {
    switch action {
    case .media(let command): return media?.begin(command) ?? false
    case .profile(let change):
      switchProfile(change)
      return true
    case .none, .keyboardShortcut, .localDictation, .localAIDictation: return false
    }
  }

  private func endMedia(_ action: Action) {
    if case .media(let command) = action { media?.end(command) }
  }

  public func releaseAll() { keyboard?.releaseAll() }

  public func keepWords() { dictation.letGo() }

  private func release(_ action: ActionSlot) {
    if keyboard?.release(shortcut: Int(action.rawValue)) == .gone { keyboard?.renew() }
  }

  /// Nil for another Action, and when the keymap lacks one of the chords.
  private static func keys(of action: Action?, _ chords: [KeyChord: ResolvedChord]) -> [ResolvedChord]? {
    guard case .keyboardShortcut(let sequence) = action else { return nil }
    let keys = sequence.chords.compactMap { chords[$0] }
    return keys.count == sequence.chords.count ? keys : nil
  }

  private func sessionCause(_ cause: Cause, _ action: ActionKind) -> SessionCause {
    switch cause {
    case .control(let address, let instant):
      let device = devices.first { $0.handle == address.device }
      return SessionCause(
        instant: instant, action: action, device: device?.id, control: device?.name(of: address.control),
        profile: profile, writing: writing)
    case .chord(_, let instant), .command(let instant):
      return SessionCause(instant: instant, action: action, profile: profile, writing: writing)
    }
  }
}
