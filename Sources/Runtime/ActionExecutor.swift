public import BindingEngine
public import Delivery
public import Dictation
public import Domain
internal import SystemCalls

/// Carries out Actions. Called on the input thread; must not block.
public protocol ActionExecuting: Sendable {
  /// False when the Action cannot begin; then it has not begun.
  func begin(_ action: Action, _ cause: Cause, generation: Int) -> Bool
  func end(_ action: Action, _ reason: Reason, generation: Int, at instant: MonotonicInstant)
  func cancel(_ action: Action, _ reason: Reason, generation: Int)
  /// Another profile is active: its id, and every chord of it that the current keymap has.
  func adopt(profile: String, chords: [KeyChord: ResolvedChord])
  /// The Devices that are attached now, for the names in causes.
  func devicesChanged(_ devices: [DeviceDescriptor])
  /// Nothing may stay down.
  func releaseAll()
}

/// The real executor: the virtual keyboard and dictation.
///
/// `@unchecked Sendable`: every `var` is touched on the input thread only.
public final class ActionExecutor: ActionExecuting, @unchecked Sendable {
  private let keyboard: VirtualKeyboard?
  private let dictation: DictationCoordinator
  private var profile: String
  private var devices: [DeviceDescriptor] = []
  /// As an array, since it is looked through on a press: see `BindingMachine`.
  private var chords: [(chord: KeyChord, keys: ResolvedChord)]
  /// What is down, as it was pressed: by the time of the release another keymap may be in use, or none at all.
  private var held: [(chord: KeyChord, keys: ResolvedChord)] = []

  public init(
    keyboard: VirtualKeyboard?, dictation: DictationCoordinator, profile: String,
    chords: [KeyChord: ResolvedChord]
  ) {
    self.keyboard = keyboard
    self.dictation = dictation
    self.profile = profile
    self.chords = chords.map { ($0.key, $0.value) }
  }

  public func adopt(profile: String, chords: [KeyChord: ResolvedChord]) {
    self.profile = profile
    self.chords = chords.map { ($0.key, $0.value) }
  }

  public func devicesChanged(_ devices: [DeviceDescriptor]) { self.devices = devices }

  public func begin(_ action: Action, _ cause: Cause, generation: Int) -> Bool {
    switch action {
    case .none: return true
    case .localDictation:
      dictation.begin(sessionCause(cause), generation: generation)
      return true
    case .media, .profile: return false
    case .keyboardShortcut(let sequence):
      guard let keyboard, let chord = sequence.chords.first, let resolved = keys(of: chord) else {
        return false
      }
      do throws(DeliveryError) { try keyboard.press(resolved) } catch {
        // Refused while text is typed, nothing went down, and the keys that are down belong to the text.
        if error.code != .keyboardBusy { releaseAll() }
        return false
      }
      held.append((chord, resolved))
      return true
    }
  }

  public func end(_ action: Action, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {
    switch action {
    case .none, .media, .profile: break
    case .localDictation: dictation.end(generation: generation, at: instant)
    case .keyboardShortcut(let sequence): sequence.chords.forEach(release)
    }
  }

  public func cancel(_ action: Action, _ reason: Reason, generation: Int) {
    switch action {
    case .none, .media, .profile: break
    case .localDictation: dictation.cancel(generation: generation)
    case .keyboardShortcut(let sequence): sequence.chords.forEach(release)
    }
  }

  public func releaseAll() {
    held = []
    keyboard?.releaseAll()
  }

  private func sessionCause(_ cause: Cause) -> SessionCause {
    switch cause {
    case .control(let address, let instant):
      let device = devices.first { $0.handle == address.device }
      return SessionCause(
        instant: instant, device: device?.id, control: device?.name(of: address.control), profile: profile)
    case .command(let instant): return SessionCause(instant: instant, profile: profile)
    }
  }

  private func keys(of chord: KeyChord) -> ResolvedChord? { chords.first { $0.chord == chord }?.keys }

  private func release(_ chord: KeyChord) {
    guard let keyboard, let index = held.firstIndex(where: { $0.chord == chord }) else { return }
    let resolved = held.remove(at: index).keys
    do throws(DeliveryError) { try keyboard.release(resolved) } catch { releaseAll() }
  }
}
