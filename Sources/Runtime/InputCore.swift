public import BindingEngine
public import Delivery
public import Dictation
public import Domain
public import HIDTransport
internal import SystemCalls

/// The hot path: Control events in, Actions begun and ended, all on the input thread.
///
/// Executors are non-blocking; observers hear afterwards.
///
/// `@unchecked Sendable`: everything is touched on the input thread only: `DeviceSink` calls come there, and everyone else
/// goes through `InputThread.perform`.
public final class InputCore: DeviceSink, @unchecked Sendable {
  private var machine: BindingMachine
  private var profile: Profile
  private var chords: [KeyChord: ResolvedChord]
  private var models: [DeviceID: ModelID] = [:]
  private let keyboard: VirtualKeyboard?
  private let dictation: DictationCoordinator
  private let inbox: RuntimeInbox
  /// Counts begins of dictation, so that news of an old session cannot end a new one.
  private var generation = 0

  /// - Parameter chords: every chord of the profile that the current keymap has.
  public init(
    profile: Profile, chords: [KeyChord: ResolvedChord], keyboard: VirtualKeyboard?,
    dictation: DictationCoordinator,
    inbox: RuntimeInbox
  ) {
    machine = BindingMachine(profile: profile)
    self.profile = profile
    self.chords = chords
    self.keyboard = keyboard
    self.dictation = dictation
    self.inbox = inbox
  }

  // MARK: DeviceSink

  public func attached(_ device: DeviceDescriptor) {
    models[device.id] = device.model
    handle(.attached(device), at: .now())
    inbox.post(.attached(device))
  }

  public func received(_ event: ControlEvent) {
    handle(.control(event), at: event.instant)
    let binding = models[event.device].flatMap { profile.binding(model: $0, control: event.control) }
    inbox.post(.control(event, binding, decided: .now()))
  }

  public func detached(_ device: DeviceID) {
    models[device] = nil
    handle(.deviceRemoved(device), at: .now())
    inbox.post(.detached(device))
  }

  public func blocked(_ node: BlockedDevice) { inbox.post(.blocked(node)) }

  public func unblocked(node: String) { inbox.post(.unblocked(node: node)) }

  // MARK: From the runtime, through `InputThread.perform`

  /// Ends what the old profile began, then goes by the new one.
  public func adopt(_ profile: Profile, chords: [KeyChord: ResolvedChord]) {
    handle(.profileReplaced(profile), at: .now())
    self.profile = profile
    self.chords = chords
  }

  public func command(_ command: ActionCommand, _ action: Action) {
    handle(.commanded(command, action), at: .now())
  }

  /// The dictation that was begun with this generation ended by itself.
  public func dictationEnded(generation ended: Int) {
    guard ended == generation else { return }
    handle(.actionEnded(.localDictation), at: .now())
  }

  /// Ends every Action; nothing stays down.
  public func suspend() {
    handle(.suspended, at: .now())
    keyboard?.releaseAll()
  }

  // MARK: Effects

  private func handle(_ fact: BindingFact, at instant: MonotonicInstant) {
    let effects = machine.handle(fact, at: instant)
    guard !effects.isEmpty else { return }
    for effect in effects { execute(effect) }
    inbox.post(.activeActions(machine.activeActions))
  }

  private func execute(_ effect: BindingEffect) {
    switch effect {
    case .begin(let action, let cause): begin(action, cause)
    case .end(let action, _): end(action, cancelled: false)
    case .cancel(let action, _): end(action, cancelled: true)
    }
  }

  private func begin(_ action: Action, _ cause: Cause) {
    switch action {
    case .none: break
    case .localDictation:
      generation += 1
      dictation.begin(SessionCause(cause, profile: profile.id), generation: generation)
    case .keyboardShortcut(let chord):
      guard let keyboard, let resolved = chords[chord] else { return refuse(action) }
      do throws(DeliveryError) { try keyboard.press(resolved) } catch { refuse(action) }
    }
  }

  private func end(_ action: Action, cancelled: Bool) {
    switch action {
    case .none: break
    case .localDictation:
      cancelled
        ? dictation.cancel(generation: generation) : dictation.end(generation: generation, at: .now())
    case .keyboardShortcut(let chord):
      guard let keyboard, let resolved = chords[chord] else { return }
      do throws(DeliveryError) { try keyboard.release(resolved) } catch { keyboard.releaseAll() }
    }
  }

  /// An Action that cannot begin has no owner, so that the next press tries again.
  private func refuse(_ action: Action) {
    Log.warning("an Action could not begin", ["action": .code(action.kind)])
    _ = machine.handle(.actionEnded(action), at: .now())
    inbox.post(.activeActions(machine.activeActions))
  }
}

extension SessionCause {
  fileprivate init(_ cause: Cause, profile: String) {
    switch cause {
    case .control(let address, let instant):
      self.init(instant: instant, device: address.device, control: address.control, profile: profile)
    case .command(let instant): self.init(instant: instant, profile: profile)
    }
  }
}
