import Domain

/// The bindings of a profile for people.
enum ProfileText {
  /// "vec-infinity center: holdOrLatch localDictation, chord ctrl+alt+d"
  static func lines(_ profile: Profile) -> [String] {
    profile.devices.flatMap { device in device.bindings.map { line($0, at: device) } }
      + profile.chords.map { "\($0.chord): \($0.mode.word) \($0.action.words)" }
  }

  private static func line(_ binding: Binding, at device: DeviceConfiguration) -> String {
    let place = device.unit.map { "\(device.model) \($0)" } ?? device.model.rawValue
    let when = binding.direction?.rawValue ?? binding.mode.word
    var line = "\(place) \(controls(binding.controls)): \(when) \(binding.action.words)"
    if let action = binding.doublePress { line += ", double press \(action.words)" }
    if let action = binding.longHold { line += ", long hold \(action.words)" }
    if let chord = binding.chord { line += ", chord \(chord)" }
    return line
  }

  /// As the command line takes them: "left+right".
  static func controls(_ controls: [ControlID]) -> String { controls.map(\.rawValue).joined(separator: "+") }
}
