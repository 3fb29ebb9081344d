public import BindingEngine
public import Delivery
public import Domain
public import HIDTransport
internal import Synchronization
internal import SystemCalls

/// The hot path: Control events in, Actions begun and ended, all on the input thread.
///
/// The executor does not block; observers hear afterwards.
///
/// `@unchecked Sendable`: every `var` is touched on the input thread only: `DeviceSink` calls come there, and everyone else
/// goes through `InputPerforming.perform`.
public final class InputCore: DeviceSink, @unchecked Sendable {
  private var machine: BindingMachine
  private var profile: Profile
  /// For observers: what the numbers in events stand for.
  private var devices: [DeviceDescriptor] = []
  private let executor: any ActionExecuting
  private let inbox: RuntimeInbox
  /// Counts begins of dictation, so that news of an old session cannot end a new one.
  private var generation = 0
  /// One bit for each kind of Action that is active, for readers on any thread.
  private let activeKinds = Atomic<UInt8>(0)

  public init(profile: Profile, executor: any ActionExecuting, inbox: RuntimeInbox) {
    machine = BindingMachine(profile: profile)
    self.profile = profile
    self.executor = executor
    self.inbox = inbox
  }

  /// The kinds of Action that are active now; to be read on any thread.
  public var activeActions: [ActionKind] {
    let bits = activeKinds.load(ordering: .relaxed)
    return ActionKind.allCases.filter { bits & $0.bit != 0 }
  }

  // MARK: DeviceSink

  public func attached(_ device: DeviceDescriptor) {
    devices.removeAll { $0.handle == device.handle }
    devices.append(device)
    executor.devicesChanged(devices)
    handle(.attached(device), at: .now())
    inbox.post(.attached(device))
  }

  public func received(_ event: ControlEvent) {
    handle(.control(event), at: event.instant)
    guard inbox.isWatched else { return }
    guard let device = devices.first(where: { $0.handle == event.device }),
      let control = device.name(of: event.control)
    else { return }
    let binding = profile.configuration(model: device.model, unit: device.id)?.bindings.first {
      $0.controls == [control]
    }
    inbox.post(.control(ObservedControl(event, device.id, control, binding, decided: .now())))
  }

  public func detached(_ device: DeviceHandle) {
    handle(.deviceRemoved(device), at: .now())
    guard let index = devices.firstIndex(where: { $0.handle == device }) else { return }
    let id = devices.remove(at: index).id
    executor.devicesChanged(devices)
    inbox.post(.detached(id))
  }

  public var deadline: MonotonicInstant? { nil }

  public func deadlinePassed(at instant: MonotonicInstant) {}

  public func blocked(_ node: BlockedDevice) { inbox.post(.blocked(node)) }

  public func unblocked(node: String) { inbox.post(.unblocked(node: node)) }

  // MARK: From the runtime, through `InputPerforming.perform`

  /// Ends what the old profile began, then goes by the new one.
  public func adopt(_ profile: Profile, chords: [KeyChord: ResolvedChord]) {
    handle(.profileReplaced(profile), at: .now())
    self.profile = profile
    executor.adopt(profile: profile.id, chords: chords)
  }

  public func command(_ command: ActionCommand, _ action: Action) {
    handle(.commanded(command, action), at: .now())
  }

  /// The dictation that was begun with this generation has ended by itself.
  public func dictationEnded(generation ended: Int) {
    guard ended == generation else { return }
    // It has no effects, since the executor knows already; but people see that the Action is over.
    handle(.actionEnded(.localDictation), at: .now())
    publishActiveActions()
  }

  /// Ends every Action; nothing stays down.
  public func suspend() {
    handle(.suspended, at: .now())
    executor.releaseAll()
  }

  // MARK: Effects

  private func handle(_ fact: BindingFact, at instant: MonotonicInstant) {
    let effects = machine.handle(fact, at: instant)
    guard !effects.isEmpty else { return }
    for effect in effects { execute(effect, at: instant) }
    publishActiveActions()
  }

  private func publishActiveActions() {
    activeKinds.store(machine.activeActions.reduce(0) { $0 | $1.kind.bit }, ordering: .relaxed)
    if inbox.isWatched { inbox.post(.activeActionsChanged) }
  }

  private func execute(_ effect: BindingEffect, at instant: MonotonicInstant) {
    switch effect {
    case .begin(let action, let cause):
      if action == .localDictation { generation += 1 }
      if !executor.begin(action, cause, generation: generation) {
        // An Action that cannot begin has no owner, so that the next press tries again.
        Log.warning("an Action could not begin", ["action": .code(action.kind)])
        _ = machine.handle(.actionEnded(action), at: instant)
      }
    case .end(let action, let reason):
      executor.end(action, reason, generation: generation, at: instant)
    case .cancel(let action, let reason):
      executor.cancel(action, reason, generation: generation)
    }
  }
}

extension ActionKind {
  /// A bit of its own for each kind.
  fileprivate var bit: UInt8 {
    switch self {
    case .none: 1
    case .keyboardShortcut: 2
    case .localDictation: 4
    case .media: 8
    case .profile: 16
    }
  }
}
