public import Domain

/// Turns Control events, keyboard chords, commands and the passing of time into the begin and end of Actions.
/// Pure: facts in, effects and the next deadline out.
///
/// Inputs whose Bindings name equal Actions share one Active Action:
///
///     1. Momentary A, Momentary B    press A   press B   release A   release B
///                                    begin                           end
///     2. Toggle A, Toggle B          press A   release A   press B   release B
///                                    begin                 end
///     3. Momentary A, Toggle B       press A   press B   release A   release B   press B
///                                    begin                                       end
///     4. Momentary A, lost profile   press A   profile replaced   release A
///                                    begin     end
///     5. Momentary A, failure        press A   actionEnded   release A   press A
///                                    begin                               begin
///     6. Momentary local, Momentary  press A            press B    release A   release B
///        AI dictation                begin A            cancel A               end B
///                                                       begin B
///     7. not handled: a Control that is already down when its Device is attached; the transport reports such a
///        Control as pressed after `attached`, and it begins then.
///
/// Timelines of waits: `BindingMachine+Chords`, `BindingMachine+Presses`, `HoldOrLatch`.
///
/// On the way of a press nothing is allocated, hashed or counted once its arrays have grown: everything is a number, and the
/// arrays hold a handful of entries.
public struct BindingMachine: Sendable {
  let times: BindingTimes
  var profile: Profile
  var slots = InternTable<Action>.actions
  var keyboardChords = ChordTable()
  var devices: [AttachedDevice] = []

  var presses: [Press] = []
  var pending: [PendingControl] = []
  /// Keyboard chords that are down, by number and source.
  var chordsDown: [(number: UInt16, source: ChordSourceID)] = []
  var triggers: [Trigger] = []
  var owners: [Owner] = []
  /// In the order of their begin, so that the effects of one fact always come in the same order.
  var active: [ActionSlot] = []

  /// When time alone will change something; nil while nothing waits.
  public internal(set) var deadline: MonotonicInstant?
  /// Grows with each change of `actions`.
  public private(set) var actionsVersion = 1

  /// More than this at once come from no pair of feet; arrays that are this large never grow.
  private static let usualCount = 16

  public init(profile: Profile, times: BindingTimes = BindingTimes()) {
    self.profile = profile
    self.times = times
    presses.reserveCapacity(Self.usualCount)
    pending.reserveCapacity(Self.usualCount)
    triggers.reserveCapacity(Self.usualCount)
    owners.reserveCapacity(Self.usualCount)
    active.reserveCapacity(Self.usualCount)
    resolve()
  }

  /// Every Action that can begin now or is active, by its slot; nil where a slot is free.
  public var actions: [Action?] { slots.values }

  /// The slots of the Actions that have begun and not ended, in the order of their begin.
  public var activeSlots: [ActionSlot] { active }

  /// The Controls that are down, bound or not, in order.
  public var pressedControls: [ControlAddress] {
    devices.flatMap { device in
      device.entries.indices.filter { device.down & (1 << UInt64($0)) != 0 }.map {
        device.address(ControlIndex($0))
      }
    }.sorted()
  }

  /// - Precondition: the slot comes from an effect or from `activeSlots`, and no profile has come since.
  public func action(_ slot: ActionSlot) -> Action { slots[slot.rawValue] ?? .none }

  /// - Parameters:
  ///   - instant: when the fact was noticed; a Control event's own instant is used instead of it.
  ///   - effects: what comes of it is appended.
  public mutating func handle(
    _ fact: BindingFact, at instant: MonotonicInstant, into effects: inout [BindingEffect]
  ) {
    if case .control(let event) = fact { return received(event, into: &effects) }
    passTime(to: instant, &effects)
    switch fact {
    case .attached(let device): attach(device, &effects)
    case .control: break
    case .deviceRemoved(let device): remove(device, &effects)
    case .chord(let chord, let isDown, let source): change(chord, isDown, source, instant, &effects)
    case .chordSourceLost(let source): lose(source, &effects)
    case .profileReplaced(let profile): replaceProfile(with: profile, &effects)
    case .deadlinePassed: break
    case .commanded(let command, let action): perform(command, action, at: instant, &effects)
    case .actionEnded(let action): forget(action)
    case .suspended: suspend(&effects)
    }
    settle(at: instant, &effects)
  }

  /// For those who need not be quick.
  public mutating func handle(_ fact: BindingFact, at instant: MonotonicInstant) -> [BindingEffect] {
    var effects: [BindingEffect] = []
    handle(fact, at: instant, into: &effects)
    return effects
  }

  /// The hot path: one change of a Control.
  public mutating func received(_ event: ControlEvent, into effects: inout [BindingEffect]) {
    passTime(to: event.instant, &effects)
    guard let index = devices.firstIndex(where: { $0.descriptor.handle == event.device }),
      Int(event.control) < devices[index].entries.count
    else { return }
    let bit: UInt64 = 1 << UInt64(event.control)
    switch event.change {
    case .pressed:
      guard devices[index].down & bit == 0 else { return }
      devices[index].down |= bit
      press(event.control, of: index, event.instant, &effects)
    case .released:
      guard devices[index].down & bit != 0 else { return }
      devices[index].down &= ~bit
      release(event.control, of: index, event.instant, &effects)
    case .value(let position):
      // Wide numbers: the difference of two Int32 need not be one.
      let former = devices[index].positions[Int(event.control)]
      devices[index].positions[Int(event.control)] = position
      step(event.address, of: index, by: Int(position) - Int(former), event.instant, &effects)
    case .turned(let steps):
      step(event.address, of: index, by: Int(steps), event.instant, &effects)
    }
    settle(at: event.instant, &effects)
  }

  /// Finds the Bindings of everything that is attached; what was found before is compared by the caller.
  ///
  /// - Returns: the handles of the Devices for which something has changed.
  @discardableResult
  mutating func resolve() -> Set<DeviceHandle> {
    var changed: Set<DeviceHandle> = []
    for index in devices.indices where devices[index].adopt(profile, &slots) {
      changed.insert(devices[index].descriptor.handle)
    }
    let inUse = Set(
      chordsDown.map(\.number) + owners.compactMap(\.chordNumber) + presses.compactMap(\.chordNumber))
    keyboardChords.adopt(profile, inUse: inUse, &slots)
    // Bindings of models that are not there now: their Actions have slots already, so that executors prepare them at once.
    for action in profile.actions { _ = slots.intern(action) }
    actionsVersion += 1
    return changed
  }

  mutating func slot(for action: Action) -> ActionSlot {
    if let number = slots.number(of: action) { return ActionSlot(rawValue: number) }
    actionsVersion += 1
    return slots.slot(for: action)
  }
}
