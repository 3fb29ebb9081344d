internal import Domain

/// A Binding in numbers: what a press keeps until its release, whatever the profile says by then.
struct ResolvedBinding: Hashable, Sendable {
  /// Bit n: Control n of the Device.
  var controls: UInt64
  /// Of a Binding for steps; it is performed once when its keyboard chord is pressed.
  var isStepped: Bool
  var mode: InteractionMode
  var action: ActionSlot
  /// `ActionSlot.none` where there is none.
  var doublePress: ActionSlot
  var longHold: ActionSlot

  /// One meaning begins at once; of several, time tells which it is.
  var hasOneMeaning: Bool { doublePress == .none && longHold == .none }
}

/// What one Control does by itself.
struct ControlEntry: Hashable, Sendable {
  /// Nil where the profile has no Binding of this Control alone.
  var pressed: ResolvedBinding?
  var clockwise = ActionSlot.none
  var counterclockwise = ActionSlot.none
}

/// An attached Device with what the profile says of its Controls. One table, looked through by position.
struct AttachedDevice: Sendable {
  var descriptor: DeviceDescriptor
  /// By Control index.
  var entries: [ControlEntry]
  /// The Bindings of several Controls.
  var chords: [ResolvedBinding]
  /// Bit n: Control n is in one of `chords`.
  var chordControls: UInt64 = 0
  /// Bit n: Control n is down.
  var down: UInt64 = 0
  /// Where each absolute Control stands.
  var positions: [Int32]

  init(_ descriptor: DeviceDescriptor) {
    self.descriptor = descriptor
    let count = min(descriptor.controls.count, ControlAddress.maximumControls)
    entries = Array(repeating: ControlEntry(), count: count)
    chords = []
    positions = Array(repeating: 0, count: count)
  }

  func address(_ control: ControlIndex) -> ControlAddress {
    ControlAddress(device: descriptor.handle, control: control)
  }

  /// What these Controls together do.
  func binding(of controls: UInt64) -> ResolvedBinding? {
    guard controls.nonzeroBitCount == 1 else { return chords.first { $0.controls == controls } }
    return entries[controls.trailingZeroBitCount].pressed
  }

  /// Takes over a profile; true when anything changes for this Device.
  mutating func adopt(_ profile: Profile, _ slots: inout InternTable<Action>) -> Bool {
    let (oldEntries, oldChords) = (entries, chords)
    entries = Array(repeating: ControlEntry(), count: entries.count)
    chords = []
    let configuration = profile.configuration(model: descriptor.model, unit: descriptor.id)
    for binding in configuration?.bindings ?? [] { add(binding, &slots) }
    chordControls = chords.reduce(0) { $0 | $1.controls }
    return entries != oldEntries || chords != oldChords
  }

  /// A Binding of Controls that the Device does not have is passed over; of two for the same Controls the first counts.
  private mutating func add(_ binding: Binding, _ slots: inout InternTable<Action>) {
    var controls: UInt64 = 0
    for name in binding.controls {
      guard let index = descriptor.controls.firstIndex(of: name), index < entries.count else { return }
      controls |= 1 << UInt64(index)
    }
    guard controls != 0, self.binding(of: controls) == nil || binding.direction != nil else { return }
    let resolved = ResolvedBinding(binding, controls: controls, &slots)
    let single = controls.trailingZeroBitCount
    switch binding.direction {
    case .clockwise: entries[single].clockwise = resolved.action
    case .counterclockwise: entries[single].counterclockwise = resolved.action
    case nil where controls.nonzeroBitCount == 1: entries[single].pressed = resolved
    case nil: chords.append(resolved)
    }
  }
}

extension ResolvedBinding {
  init(_ binding: Binding, controls: UInt64, _ slots: inout InternTable<Action>) {
    self.controls = controls
    isStepped = binding.direction != nil
    mode = binding.mode
    action = slots.slot(for: binding.action)
    // Hold-or-latch gives times a meaning of its own.
    let isAlone = binding.mode == .holdOrLatch || isStepped
    doublePress = isAlone ? .none : binding.doublePress.map { slots.slot(for: $0) } ?? .none
    longHold = isAlone ? .none : binding.longHold.map { slots.slot(for: $0) } ?? .none
  }
}

extension InternTable<Action> {
  /// With the Actions whose numbers never change, see `ActionSlot`.
  static var actions: InternTable {
    var table = InternTable()
    for action in [Action.none, .localDictation, .localAIDictation] { _ = table.intern(action) }
    return table
  }

  mutating func slot(for action: Action) -> ActionSlot { ActionSlot(rawValue: intern(action)) }
}

/// Keyboard chords and what they do.
struct ChordTable: Sendable {
  private var numbers = InternTable<KeyChord>()
  private var bindings: [(number: UInt16, binding: ResolvedBinding)] = []

  func number(of chord: KeyChord) -> UInt16? { numbers.number(of: chord) }

  func binding(of number: UInt16) -> ResolvedBinding? { bindings.first { $0.number == number }?.binding }

  /// - Parameter inUse: numbers that something still refers to.
  mutating func adopt(_ profile: Profile, inUse: Set<UInt16>, _ slots: inout InternTable<Action>) {
    bindings = []
    for binding in profile.devices.flatMap(\.bindings) {
      guard let chord = binding.chord else { continue }
      bindings.append((numbers.intern(chord), ResolvedBinding(binding, controls: 0, &slots)))
    }
    for chord in profile.chords {
      let binding = Binding(controls: [], mode: chord.mode, action: chord.action)
      bindings.append((numbers.intern(chord.chord), ResolvedBinding(binding, controls: 0, &slots)))
    }
    numbers.keep(inUse.union(bindings.map(\.number)))
  }
}
