internal import BindingEngine
internal import Domain
internal import Drivers

extension Scenario {
  /// The largest text accepted, so that a wrong file does not take all memory: four hours of a busy pedal.
  public static let maximumLines = 200_000

  /// Reads a scenario or a recording.
  ///
  /// - Throws: `ScenarioError` with the line's number: unknown words, models, controls, device names or profiles,
  ///   a Control bound twice, a time that goes back, a `device` or `bind` line after the first timed line.
  public static func parse(_ text: String) throws(ScenarioError) -> Scenario {
    var parser = ScenarioParser()
    var number = 0
    // "\r\n" is one Character.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      number += 1
      guard number <= maximumLines else {
        throw ScenarioError(line: number, message: "the text has more than \(maximumLines) lines")
      }
      try parser.read(line, number: number)
    }
    return parser.scenario
  }
}

struct ScenarioParser {
  var scenario = Scenario(
    title: "", devices: [], profiles: [Profile(id: "default", name: "default", devices: [])], lines: [])
  /// Where `bind` lines go.
  var profileInWork = 0

  mutating func read(_ text: Substring, number: Int) throws(ScenarioError) {
    if scenario.title.isEmpty, text.hasPrefix("#") {
      scenario.title = title(text)
      return
    }
    var words = ScenarioWords(text, line: number)
    guard let first = words.first else { return }
    if first.first?.isNumber == true || first.first == "-" {
      let time = try words.time()
      if let last = scenario.lines.last, time < last.time {
        throw words.failure("the time goes back; lines are in the order of their times")
      }
      scenario.lines.append(TimedLine(time: time, event: try event(&words), number: number))
    } else {
      guard scenario.lines.isEmpty else {
        throw words.failure("“\(first)” must stand before the timed lines")
      }
      try declaration(&words)
    }
    try words.end()
  }

  // MARK: Timed lines

  private func event(_ words: inout ScenarioWords) throws(ScenarioError) -> TimedLine.Event {
    switch try words.next("a word") {
    case "expect": .expect(try expectation(&words))
    case "press": .input(try change(&words, ScenarioInput.press))
    case "release": .input(try change(&words, ScenarioInput.release))
    case "value": .input(try value(&words, ScenarioInput.value))
    case "turn": .input(try value(&words, ScenarioInput.turn))
    case "chord": .input(try chord(&words))
    case "lose": .input(.lose(try words.source()))
    case "frame": .input(.frame(device: try device(&words).name, try words.frame()))
    case "report": .input(try report(&words))
    case "dropped": .input(.dropped(device: try device(&words).name, keysDown: try words.keys()))
    case "unplug": .input(.unplug(device: try device(&words).name))
    case "plug": .input(.plug(device: try device(&words).name))
    case "command":
      .input(.command(try words.choice(ActionCommand.self, "a command"), try words.action()))
    case "finished": .input(.finished(try words.action()))
    case "profile": .input(.profile(try profile(&words)))
    case "suspend": .input(.suspend)
    case let word:
      throw words.failure(
        "“\(word)” is not known; allowed: press, release, value, turn, chord, lose, frame, report, dropped, unplug, "
          + "plug, command, finished, profile, suspend, expect")
    }
  }

  private func expectation(_ words: inout ScenarioWords) throws(ScenarioError) -> ScenarioExpectation {
    switch try words.next("an expectation") {
    case "begin": .begin(try words.action())
    case "end": .end(try words.action(), try words.reasonIfAny())
    case "cancel": .cancel(try words.action(), try words.reasonIfAny())
    case "nothing": .nothing
    case let word: throw words.failure("“\(word)” is not known; allowed: begin, end, cancel, nothing")
    }
  }

  private func change(
    _ words: inout ScenarioWords, _ make: (String, ControlID) -> ScenarioInput
  ) throws(ScenarioError) -> ScenarioInput {
    let device = try device(&words)
    return make(device.name, try control(of: device, &words))
  }

  private func chord(_ words: inout ScenarioWords) throws(ScenarioError) -> ScenarioInput {
    let chord = try words.chord()
    switch try words.next("“down” or “up”") {
    case "down": return .chord(chord, isDown: true, try words.source())
    case "up": return .chord(chord, isDown: false, try words.source())
    case let word: throw words.failure("“\(word)” is neither “down” nor “up”")
    }
  }

  private func value(
    _ words: inout ScenarioWords, _ make: (String, ControlID, Int32) -> ScenarioInput
  ) throws(ScenarioError) -> ScenarioInput {
    let device = try device(&words)
    let control = try control(of: device, &words)
    let word = try words.next("a value")
    guard let value = Int32(word) else { throw words.failure("“\(word)” is not a whole number") }
    return make(device.name, control, value)
  }

  /// "0200", or with its report id "id=0x01 0200".
  private func report(_ words: inout ScenarioWords) throws(ScenarioError) -> ScenarioInput {
    let device = try device(&words).name
    guard let id = try words.reportID() else { return .report(device: device, try words.report()) }
    let bytes = words.isEmpty ? [] : try words.report()
    return .report(device: device, [id] + bytes, isNumbered: true)
  }

  private func profile(_ words: inout ScenarioWords) throws(ScenarioError) -> String {
    let name = String(try words.next("a profile name"))
    guard scenario.profiles.contains(where: { $0.id == name }) else {
      throw words.failure("there is no profile “\(name)”")
    }
    return name
  }

  func device(_ words: inout ScenarioWords) throws(ScenarioError) -> ScenarioDevice {
    let name = try words.next("a device name")
    guard let device = scenario.device(named: String(name)) else {
      throw words.failure("there is no device “\(name)”; name it before in a line “device \(name) MODEL”")
    }
    return device
  }

  func control(
    of device: ScenarioDevice, _ words: inout ScenarioWords
  ) throws(ScenarioError) -> ControlID {
    try control(named: try words.next("a control"), of: device, words)
  }

  /// "left", or several that go down together: "left+center"; in the order of their names.
  func controls(
    of device: ScenarioDevice, _ words: inout ScenarioWords
  ) throws(ScenarioError) -> [ControlID] {
    let word = try words.next("a control")
    var names: [ControlID] = []
    for part in word.split(separator: "+", omittingEmptySubsequences: false) {
      names.append(try control(named: part, of: device, words))
    }
    guard Set(names).count == names.count, names.count <= 4 else {
      throw words.failure("“\(word)” names a control twice, or more than four")
    }
    return names.sorted()
  }

  func control(
    named word: Substring, of device: ScenarioDevice, _ words: ScenarioWords
  ) throws(ScenarioError) -> ControlID {
    let name = ControlID(rawValue: String(word))
    let controls = scenario.model(device.model)?.controls ?? []
    guard controls.contains(where: { $0.id == name }) else {
      let allowed = controls.map(\.id.rawValue).joined(separator: ", ")
      throw words.failure("“\(name)” is not a control of \(device.model); allowed: \(allowed)")
    }
    return name
  }
}

/// Without "#" and white space around it. By scalars: a mark that joins the space before it belongs to the title.
private func title(_ line: Substring) -> String {
  var scalars = line.unicodeScalars.drop { $0 == "#" || $0.properties.isWhitespace }
  while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
  return String(scalars)
}
