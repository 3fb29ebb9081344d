public import BindingEngine
public import Delivery
public import Domain
public import HIDTransport
internal import SystemCalls

/// The hot path: Control events in, Actions begun and ended, all on the input thread.
///
/// The executor does not block; observers hear afterwards.
///
/// `@unchecked Sendable`: everything is touched on the input thread only: `DeviceSink` calls come there, and everyone else
/// goes through `InputPerforming.perform`.
public final class InputCore: DeviceSink, @unchecked Sendable {
  private var machine: BindingMachine
  private var profile: Profile
  private var models: [DeviceID: ModelID] = [:]
  private let executor: any ActionExecuting
  private let inbox: RuntimeInbox
  /// Counts begins, so that news of an old session cannot end a new one.
  private var generation = 0
  private var generations: [Action: Int] = [:]

  public init(profile: Profile, executor: any ActionExecuting, inbox: RuntimeInbox) {
    machine = BindingMachine(profile: profile)
    self.profile = profile
    self.executor = executor
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

  /// The Action that was begun with this generation has ended by itself.
  public func actionEnded(_ action: Action, generation ended: Int) {
    guard generations[action] == ended else { return }
    handle(.actionEnded(action), at: .now())
  }

  /// Ends every Action; nothing stays down.
  public func suspend() {
    handle(.suspended, at: .now())
    executor.releaseAll()
  }

  // MARK: Effects

  private func handle(_ fact: BindingFact, at instant: MonotonicInstant) {
    let before = machine.activeActions
    for effect in machine.handle(fact, at: instant) { execute(effect, at: instant) }
    let after = machine.activeActions
    if before != after { inbox.post(.activeActions(after)) }
  }

  private func execute(_ effect: BindingEffect, at instant: MonotonicInstant) {
    switch effect {
    case .begin(let action, let cause):
      generation += 1
      generations[action] = generation
      if !executor.begin(action, cause, generation: generation) {
        // An Action that cannot begin has no owner, so that the next press tries again.
        Log.warning("an Action could not begin", ["action": .code(action.kind)])
        _ = machine.handle(.actionEnded(action), at: instant)
      }
    case .end(let action, let reason):
      executor.end(action, reason, generation: generations[action] ?? 0, at: instant)
    case .cancel(let action, let reason):
      executor.cancel(action, reason, generation: generations[action] ?? 0)
    }
  }
}
