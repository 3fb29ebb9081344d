public import BindingEngine
public import Delivery
public import Domain
public import HIDTransport
internal import Synchronization
public import SystemCalls

/// The hot path: Control events and chords in, Actions begun and ended, all on the input thread.
///
/// The executor does not block; observers hear afterwards. See docs/decisions/0010 for what a press may touch.
///
/// `@unchecked Sendable`: every `var` is touched on the input thread only: `DeviceSink` calls come there, and everyone else
/// goes through `InputPerforming.perform`.
public final class InputCore: DeviceSink, @unchecked Sendable {
  // Not checked at run time: nothing that is called from here calls back, and the checks cost a press two calls for each
  // access.
  @exclusivity(unchecked) private var machine: BindingMachine
  /// What the fact in hand has brought; kept, so that a press allocates nothing.
  @exclusivity(unchecked) private var effects: [BindingEffect] = []
  /// What has begun and ended by the fact in hand, while anyone looks; told after the fact.
  @exclusivity(unchecked) private var observed: [ObservedAction] = []
  /// By slot.
  @exclusivity(unchecked) private var kinds: [ActionKind] = []
  /// Counts begins of dictation, so that news of an old session cannot end a new one.
  @exclusivity(unchecked) private var generation = 0
  /// The one that `generation` counts.
  private var dictation = Action.localDictation
  private var profile: Profile
  private var chords: [KeyChord: ResolvedChord]
  /// For observers: what the numbers in events stand for.
  private var devices: [DeviceDescriptor] = []
  private let executor: any ActionExecuting
  private let inbox: RuntimeInbox
  private let activeKinds = ActiveKinds()
  /// The clock of everything that has no time stamp of its own.
  private let now: @Sendable () -> MonotonicInstant

  /// A press has one effect; a suspension ends a handful of Actions.
  private static let usualEffects = 16

  /// - Parameter chords: what the keymap makes of the chords of the profile's shortcuts.
  public init(
    profile: Profile, chords: [KeyChord: ResolvedChord] = [:], times: BindingTimes = BindingTimes(),
    executor: any ActionExecuting, inbox: RuntimeInbox,
    now: @escaping @Sendable () -> MonotonicInstant = { .now() }
  ) {
    self.now = now
    machine = BindingMachine(profile: profile, times: times)
    self.profile = profile
    self.chords = chords
    self.executor = executor
    self.inbox = inbox
    effects.reserveCapacity(Self.usualEffects)
    learnActions()
  }

  /// The kinds of Action that are active now; to be read on any thread.
  public var activeActions: [ActionKind] { activeKinds.kinds }

  // MARK: DeviceSink

  public func attached(_ device: DeviceDescriptor) {
    devices.removeAll { $0.handle == device.handle }
    devices.append(device)
    executor.devicesChanged(devices)
    let instant = now()
    handle(.attached(device), at: instant)
    inbox.post(.attached(device, at: instant))
  }

  public func received(_ event: ControlEvent) {
    machine.received(event, into: &effects)
    if !effects.isEmpty { carryOut(at: event.instant) }
    guard inbox.isWatched else { return }
    observe(event)
    tellObserved()
  }

  public func detached(_ device: DeviceHandle) {
    let instant = now()
    handle(.deviceRemoved(device), at: instant)
    guard let index = devices.firstIndex(where: { $0.handle == device }) else { return }
    let id = devices.remove(at: index).id
    executor.devicesChanged(devices)
    inbox.post(.detached(id, at: instant))
  }

  public var deadline: MonotonicInstant? { machine.deadline }

  public func deadlinePassed(at instant: MonotonicInstant) { handle(.deadlinePassed, at: instant) }

  public func panicked() {
    letGo()
    inbox.post(.panicked)
  }

  public func blocked(_ node: BlockedDevice) { inbox.post(.blocked(node)) }

  public func unblocked(node: String) { inbox.post(.unblocked(node: node)) }

  // MARK: From the input thread's other sources, and through `InputPerforming.perform`

  /// - Parameter instant: when the key moved, on CLOCK_MONOTONIC.
  public func chord(_ chord: KeyChord, isDown: Bool, source: ChordSourceID, at instant: MonotonicInstant) {
    if inbox.isWatched {
      inbox.post(.chord(ObservedChord(chord: chord, isDown: isDown, source: source, instant: instant)))
    }
    handle(.chord(chord, isDown: isDown, source: source), at: instant)
  }

  /// Releases what that source holds.
  public func chordSourceLost(_ source: ChordSourceID) { handle(.chordSourceLost(source), at: now()) }

  /// Ends what the old profile began, then goes by the new one.
  public func adopt(_ profile: Profile, chords: [KeyChord: ResolvedChord]) {
    handle(.profileReplaced(profile), at: now())
    self.profile = profile
    self.chords = chords
    learnActions()
  }

  public func command(_ command: ActionCommand, _ action: Action) {
    let instant = now()
    let version = machine.actionsVersion
    machine.handle(.commanded(command, action), at: instant, into: &effects)
    // No Binding has it: the executor hears of it before it begins.
    if machine.actionsVersion != version { learnActions() }
    carryOut(at: instant)
    tellObserved()
  }

  /// The dictation that was begun with this generation has ended by itself.
  public func dictationEnded(generation ended: Int) {
    guard ended == generation else { return }
    actionEnded(dictation)
  }

  /// The executor has ended the Action by itself; the next press begins it again.
  public func actionEnded(_ action: Action) {
    let instant = now()
    // What time has brought by then comes first, and may be the end of this very Action.
    handle(.deadlinePassed, at: instant)
    // It has no effects, since the executor knows already; but people see that the Action is over.
    if machine.isActive(action) {
      activeKinds.remove(action.kind)
      if inbox.isWatched {
        observed.append(ObservedAction(action: action, change: .endedByItself, instant: instant))
      }
    }
    handle(.actionEnded(action), at: instant)
    publishActiveActions()
  }

  /// Ends every Action; nothing stays down.
  public func suspend() {
    handle(.suspended, at: now())
    executor.releaseAll()
  }

  /// As `suspend`, and nothing is typed any more: somebody else may be in front of the screen.
  public func letGo() {
    suspend()
    executor.keepWords()
  }

  // MARK: Effects

  private func handle(_ fact: BindingFact, at instant: MonotonicInstant) {
    machine.handle(fact, at: instant, into: &effects)
    if !effects.isEmpty { carryOut(at: instant) }
    tellObserved()
  }

  private func learnActions() {
    kinds = machine.actions.map { $0?.kind ?? .none }
    executor.adopt(
      ActionTable(
        actions: machine.actions, profile: profile.id, writing: profile.writing, chords: chords))
  }

  private func carryOut(at instant: MonotonicInstant) {
    // One that could not begin is not ended in the same breath.
    var refused = ActionSlot.none
    for index in effects.indices where effects[index].action != refused || refused == .none {
      switch effects[index] {
      case .begin(let action, let cause):
        let hasBegun = begin(action, cause)
        if !hasBegun { refused = action }
        if inbox.isWatched { observe(action, hasBegun ? .began(by: words(cause)) : .refused, at: instant) }
      case .end(let action, let reason):
        activeKinds.remove(kinds[Int(action.rawValue)])
        observe(action, .ended(reason), at: instant)
        executor.end(action, reason, generation: generation, at: instant)
      case .cancel(let action, let reason):
        activeKinds.remove(kinds[Int(action.rawValue)])
        observe(action, .cancelled(reason), at: instant)
        executor.cancel(action, reason, generation: generation)
      }
    }
    effects.removeAll(keepingCapacity: true)
    publishActiveActions()
  }

  private func begin(_ action: ActionSlot, _ cause: Cause) -> Bool {
    let kind = kinds[Int(action.rawValue)]
    if kind.isDictation {
      generation += 1
      dictation = kind == .localAIDictation ? .localAIDictation : .localDictation
    }
    guard executor.begin(action, cause, generation: generation) else {
      // An Action that cannot begin has no owner, so that the next press tries again.
      Log.warning("an Action could not begin", ["action": .code(kind)])
      machine.forget(action)
      return false
    }
    activeKinds.add(kind)
    return true
  }

  private func publishActiveActions() {
    if inbox.isWatched { inbox.post(.activeActionsChanged) }
  }

  private func observe(_ event: ControlEvent) {
    guard let device = devices.first(where: { $0.handle == event.device }),
      let control = device.name(of: event.control)
    else { return }
    let bindings = profile.configuration(model: device.model, unit: device.id)?.bindings ?? []
    inbox.post(
      .control(
        ObservedControl(
          event, device.id, control, bindings.filter { $0.controls.contains(control) }, decided: now())))
  }

  private func observe(_ slot: ActionSlot, _ change: ObservedAction.Change, at instant: MonotonicInstant) {
    guard inbox.isWatched, let action = machine.actions[Int(slot.rawValue)] else { return }
    observed.append(ObservedAction(action: action, change: change, instant: instant))
  }

  private func tellObserved() {
    guard !observed.isEmpty else { return }
    for action in observed { inbox.post(.action(action)) }
    observed.removeAll(keepingCapacity: true)
  }

  private func words(_ cause: Cause) -> String {
    switch cause {
    case .control(let address, _):
      devices.first { $0.handle == address.device }?.name(of: address.control)?.rawValue ?? "a control"
    case .chord: "a keyboard chord"
    case .command: "a command"
    }
  }
}
