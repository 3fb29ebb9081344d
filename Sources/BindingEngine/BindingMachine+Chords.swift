internal import Domain

/// Controls that go down together, and Controls that turn.
///
/// With A+B bound and a window of 50 ms; A and B have Bindings of their own:
///
///     1. together        0 press A   49 press B              A+B begins at 49; the first of them to go up ends it
///     2. too late        0 press A   50 press B              A begins at 50; B begins at 50, since A is taken
///     3. alone           0 press A   50 (nothing came)       A begins at 50, with the instant of its press
///     4. a short tap     0 press A   20 release A            A begins and ends at 20
///     5. A+B+C, too      0 press A   10 press B   50         A+B begins at 50: until then C could have come
///     6. a stranger      0 press A   10 press C (unbound with A)    A waits on; C does what it does
///     7. A+B and B+C     0 press A   10 press C              A begins at 10: no chord holds both; C waits for B until 60
extension BindingMachine {
  mutating func press(
    _ control: ControlIndex, of index: Int, _ instant: MonotonicInstant, _ effects: inout [BindingEffect]
  ) {
    let bit: UInt64 = 1 << UInt64(control)
    guard devices[index].chordControls & bit != 0 else {
      guard let binding = devices[index].entries[Int(control)].pressed else { return }
      return press(
        .controls(devices[index].descriptor.handle, bit), binding, at: instant, &effects)
    }
    let address = devices[index].address(control)
    if !canJoin(pendingControls(of: address.device) | bit, index) { resolvePending(of: index, &effects) }
    let together = pendingControls(of: address.device) | bit
    guard canJoin(together, index) else {
      guard let binding = devices[index].binding(of: bit) else { return }
      return press(.controls(address.device, bit), binding, at: instant, &effects)
    }
    pending.append(PendingControl(address: address, instant: instant))
    let isComplete = devices[index].chords.contains { $0.controls == together }
    if isComplete && !canJoin(together, index, beyond: true) { resolvePending(of: index, &effects) }
  }

  mutating func release(
    _ control: ControlIndex, of index: Int, _ instant: MonotonicInstant, _ effects: inout [BindingEffect]
  ) {
    let address = devices[index].address(control)
    if !pending.isEmpty, pending.contains(where: { $0.address == address }) {
      resolvePending(of: index, &effects)
    }
    let bit: UInt64 = 1 << UInt64(control)
    let found = presses.firstIndex { press in
      guard press.isDown, case .controls(address.device, let controls) = press.input else { return false }
      return controls & bit != 0
    }
    if let found { release(found, at: instant, &effects) }
  }

  /// Whether a bound chord has all of these Controls, and its others are up, so that they may still come.
  private func canJoin(_ controls: UInt64, _ index: Int, beyond: Bool = false) -> Bool {
    let taken = devices[index].down & ~controls
    return devices[index].chords.contains { chord in
      chord.controls & controls == controls && chord.controls & taken == 0
        && (!beyond || chord.controls != controls)
    }
  }

  func pendingControls(of device: DeviceHandle) -> UInt64 {
    pending.reduce(0) { $1.address.device == device ? $0 | $1.bit : $0 }
  }

  /// The wait for more Controls is over: the largest chords first, then each Control for itself.
  mutating func resolvePending(of index: Int, _ effects: inout [BindingEffect]) {
    let device = devices[index].descriptor.handle
    let waited = pending.filter { $0.address.device == device }
    guard !waited.isEmpty else { return }
    pending.removeAll { $0.address.device == device }
    var rest = waited.reduce(0) { $0 | $1.bit }
    while let chord = largestChord(in: rest, index) {
      let last = waited.last { chord.controls & $0.bit != 0 }
      press(
        .controls(device, chord.controls), chord, at: last?.instant ?? waited[0].instant, &effects)
      rest &= ~chord.controls
    }
    for control in waited where rest & control.bit != 0 {
      guard let binding = devices[index].binding(of: control.bit) else { continue }
      press(.controls(device, control.bit), binding, at: control.instant, &effects)
    }
  }

  private func largestChord(in controls: UInt64, _ index: Int) -> ResolvedBinding? {
    devices[index].chords.filter { $0.controls & ~controls == 0 }
      .max { $0.controls.nonzeroBitCount < $1.controls.nonzeroBitCount }
  }

  // MARK: Steps

  /// A wheel gives a few steps in one event; more than these are a fault of the device and must not flood the desktop.
  static let maximumSteps = 64

  mutating func step(
    _ address: ControlAddress, of index: Int, by steps: Int, _ instant: MonotonicInstant,
    _ effects: inout [BindingEffect]
  ) {
    let entry = devices[index].entries[Int(address.control)]
    let action = steps > 0 ? entry.clockwise : entry.counterclockwise
    for _ in 0..<min(abs(steps), Self.maximumSteps) {
      performOnce(action, .control(address, at: instant), &effects)
    }
  }

  // MARK: Keyboard chords

  mutating func change(
    _ chord: KeyChord, _ isDown: Bool, _ source: ChordSourceID, _ instant: MonotonicInstant,
    _ effects: inout [BindingEffect]
  ) {
    guard let number = keyboardChords.number(of: chord) else { return }
    let known = chordsDown.firstIndex { $0.number == number && $0.source == source }
    let input = PressInput.chord(number, source)
    if isDown, known == nil {
      chordsDown.append((number, source))
      guard let binding = keyboardChords.binding(of: number) else { return }
      if binding.isStepped { return performOnce(binding.action, input.cause(at: instant), &effects) }
      press(input, binding, at: instant, &effects)
    } else if !isDown, let known {
      chordsDown.remove(at: known)
      if let index = presses.firstIndex(where: { $0.input == input && $0.isDown }) {
        release(index, at: instant, &effects)
      }
    }
  }

  mutating func lose(_ source: ChordSourceID, _ effects: inout [BindingEffect]) {
    chordsDown.removeAll { $0.source == source }
    dropInputs(.sourceLost, &effects) { $0.isOf(source) }
  }
}
