internal import BindingEngine
internal import Domain
internal import Drivers

/// Writes what `Scenario.parse` reads.
public enum ScenarioText {
  /// A whole text, with a newline at its end.
  public static func text(_ scenario: Scenario) -> String {
    var lines = ["# \(scenario.title)"] + scenario.taught.flatMap(taught)
    for device in scenario.devices {
      lines.append("device \(device.name) \(device.model)" + (device.isPlugged ? "" : " unplugged"))
      lines += axes(device.axes, of: device.name)
    }
    lines += times(scenario.times)
    for (index, profile) in scenario.profiles.enumerated() {
      if index > 0 { lines.append("profile \(profile.id)") }
      for configuration in profile.devices {
        guard let device = scenario.devices.first(where: { $0.model == configuration.model }) else {
          continue
        }
        lines += configuration.bindings.map { "bind \(device.name) \(words($0))" }
      }
      lines += profile.chords.map { "chord \($0.chord) \($0.mode.rawValue) \(words($0.action))" }
    }
    lines.append("")
    lines += scenario.lines.map(line)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line for each Control of a taught Device.
  static func taught(_ device: LearnedDevice) -> [String] {
    device.controls.map { control in
      let scan = control.scanCode.map { "scan=0x" + String($0, radix: 16) + " " } ?? ""
      let tapOnly = control.isTapOnly ? " tapOnly" : ""
      return "taught \(device.product) \(control.id) \(scan)key=\(control.keyCode)\(tapOnly)"
    }
  }

  static func axes(_ axes: [UInt16: AxisRange], of device: String) -> [String] {
    axes.sorted { $0.key < $1.key }.map { code, range in
      "axis \(device) \(code) \(range.minimum) \(range.maximum) \(range.resting)"
    }
  }

  /// One timed line: "1500 ms  release pedal center".
  public static func line(_ line: TimedLine) -> String {
    let event =
      switch line.event {
      case .input(let input): words(input)
      case .expect(let expectation): "expect \(words(expectation))"
      }
    return "\(words(line.time))  \(event)"
  }

  private static func words(_ time: Duration) -> String {
    let microseconds = time.wholeNanoseconds / 1_000
    let fraction = microseconds % 1_000
    let decimals = fraction == 0 ? "" : ".\(String(1_000 + fraction).dropFirst())"
    return "\(microseconds / 1_000)\(decimals) ms"
  }

  /// Those that are not the usual ones.
  private static func times(_ times: BindingTimes) -> [String] {
    let changed = TimeName.allCases.filter { times[keyPath: $0.path] != BindingTimes()[keyPath: $0.path] }
    return changed.map { "time \($0.rawValue) \(words(times[keyPath: $0.path]))" }
      + (times.latchEndsWithDoublePress ? ["latchEndsWithDoublePress"] : [])
  }

  private static func words(_ binding: Binding) -> String {
    var parts = [words(binding.controls)]
    if let direction = binding.direction { parts.append(direction.rawValue) }
    parts += [binding.mode.rawValue, words(binding.action)]
    if let action = binding.doublePress { parts.append("doublePress \(words(action))") }
    if let action = binding.longHold { parts.append("longHold \(words(action))") }
    if let chord = binding.chord { parts.append("chord \(chord)") }
    return parts.joined(separator: " ")
  }

  static func words(_ controls: [ControlID]) -> String {
    controls.map(\.rawValue).joined(separator: "+")
  }

  private static func words(_ source: ChordSourceID) -> String {
    source == .desktop ? "desktop" : "keyboard-\(source.rawValue)"
  }

  /// What should come of it: "begin localDictation".
  public static func words(_ expectation: ScenarioExpectation) -> String {
    switch expectation {
    case .begin(let action): "begin \(words(action))"
    case .end(let action, let reason): "end \(words(action))" + (reason.map { " \($0.rawValue)" } ?? "")
    case .cancel(let action, let reason): "cancel \(words(action))" + (reason.map { " \($0.rawValue)" } ?? "")
    case .nothing: "nothing"
    }
  }

  /// What happens, without its time: "release pedal center".
  public static func words(_ input: ScenarioInput) -> String {
    switch input {
    case .press(let device, let control): "press \(device) \(control)"
    case .release(let device, let control): "release \(device) \(control)"
    case .value(let device, let control, let value): "value \(device) \(control) \(value)"
    case .turn(let device, let control, let steps): "turn \(device) \(control) \(steps)"
    case .chord(let chord, let isDown, let source):
      "chord \(chord) \(isDown ? "down" : "up") \(words(source))"
    case .lose(let source): "lose \(words(source))"
    case .frame(let device, let frame): "frame \(device) " + frame.compactMap(item).joined(separator: " ")
    case .report(let device, let bytes, false): "report \(device) " + bytes.map(hex).joined()
    case .report(let device, let bytes, true):
      "report \(device) id=0x\(hex(bytes.first ?? 0))"
        + (bytes.count > 1 ? " " + bytes.dropFirst().map(hex).joined() : "")
    case .dropped(let device, let keys):
      "dropped \(device) keys=" + keys.sorted().map(String.init).joined(separator: ",")
    case .unplug(let device): "unplug \(device)"
    case .plug(let device): "plug \(device)"
    case .command(let command, let action): "command \(command.rawValue) \(words(action))"
    case .finished(let action): "finished \(words(action))"
    case .profile(let id): "profile \(id)"
    case .suspend: "suspend"
    }
  }

  private static func words(_ action: Action) -> String {
    switch action {
    case .none, .localDictation, .localAIDictation: action.kind.rawValue
    case .keyboardShortcut(let sequence):
      "\(action.kind.rawValue) \(sequence.chords.map(\.description).joined(separator: ","))"
    case .media(let command): "\(action.kind.rawValue) \(words(command))"
    case .profile(.to(let id)): "\(action.kind.rawValue) to \(id)"
    case .profile(.next): "\(action.kind.rawValue) next"
    }
  }

  private static func words(_ command: MediaCommand) -> String {
    switch command {
    case .playPause: "playPause"
    case .play: "play"
    case .pause: "pause"
    case .stop: "stop"
    case .next: "next"
    case .previous: "previous"
    case .seek(let seconds): "seek \(seconds)"
    case .transcription(let rewind): "transcription \(rewind)"
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  /// Whether anything of a frame is in the format.
  static func isWritable(_ frame: [RawInputEvent]) -> Bool { frame.contains { item($0) != nil } }

  /// Other events than scan codes, keys and axes are not in the format: no Control is made of them.
  private static func item(_ event: RawInputEvent) -> String? {
    if event == .scan(UInt32(bitPattern: event.value)) {
      return "scan=0x" + String(UInt32(bitPattern: event.value), radix: 16)
    }
    if event == .key(event.code, event.value) { return "key=\(event.code):\(event.value)" }
    if event == .axis(event.code, event.value) { return "axis=\(event.code):\(event.value)" }
    return nil
  }
}
