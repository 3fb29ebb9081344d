public import BindingEngine
public import Domain
public import Drivers

/// A text that says what happens to Devices and what should come of it. A recording is a scenario with inputs only.
///
///     # Holding the center pedal holds Local Dictation
///     device pedal vec-infinity
///     bind pedal center momentary localDictation
///
///     0 ms     press pedal center
///     0 ms     expect begin localDictation
///     1500 ms  release pedal center
///     1500 ms  expect end localDictation released
///
/// The grammar is in Tests/Scenarios/README.md. Times are counted from the start and never go back.
public struct Scenario: Hashable, Sendable {
  /// The first comment line, without its "#".
  public var title: String
  /// Devices that are not in the catalogue, as their owner has taught them.
  public var taught: [LearnedDevice]
  public var devices: [ScenarioDevice]
  /// The first one is active at the start; never empty.
  public var profiles: [Profile]
  public var lines: [TimedLine]
  public var times: BindingTimes

  public init(
    title: String, taught: [LearnedDevice] = [], devices: [ScenarioDevice], profiles: [Profile],
    lines: [TimedLine], times: BindingTimes = BindingTimes()
  ) {
    self.title = title
    self.taught = taught
    self.devices = devices
    self.profiles = profiles
    self.lines = lines
    self.times = times
  }

  /// The bindings that hold at the start.
  public var bindings: [DeviceConfiguration] { profiles.first?.devices ?? [] }

  /// True when nothing is expected, only shown.
  public var isRecording: Bool {
    lines.allSatisfy { line in
      if case .input = line.event { true } else { false }
    }
  }

  public func device(named name: String) -> ScenarioDevice? { devices.first { $0.name == name } }

  /// The catalogue's, or a taught one.
  public func model(_ id: ModelID) -> DeviceModel? {
    DeviceCatalogue.model(id: id) ?? taught.first { $0.model == id }.flatMap(DeviceModel.init(learned:))
  }
}

/// A Device of a scenario, by a name of the writer's choice.
public struct ScenarioDevice: Hashable, Sendable {
  public var name: String
  public var model: ModelID
  /// Whether it is there at the start.
  public var isPlugged: Bool
  /// The ranges of its EV_ABS axes, by their codes; one that is not given has eight bits.
  public var axes: [UInt16: AxisRange] = [:]

  public init(name: String, model: ModelID, isPlugged: Bool = true) {
    self.name = name
    self.model = model
    self.isPlugged = isPlugged
  }
}

public struct TimedLine: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    case input(ScenarioInput)
    case expect(ScenarioExpectation)
  }

  /// From the start of the scenario, not negative, to the microsecond.
  public var time: Duration
  public var event: Event
  /// The line's number in the text, from 1, for messages; 0 where there is no text.
  public var number: Int

  public init(time: Duration, event: Event, number: Int = 0) {
    self.time = time
    self.event = event
    self.number = number
  }
}

/// What happens. Devices are named as in their `device` line.
public enum ScenarioInput: Hashable, Sendable {
  case press(device: String, control: ControlID)
  case release(device: String, control: ControlID)
  case value(device: String, control: ControlID, Int32)
  /// A Control without an end turns by so many steps, clockwise if positive.
  case turn(device: String, control: ControlID, Int32)
  case chord(KeyChord, isDown: Bool, ChordSourceID)
  /// The keyboard, or the desktop, that gives chords is gone.
  case lose(ChordSourceID)
  /// Raw evdev events without the closing SYN_REPORT.
  case frame(device: String, [RawInputEvent])
  /// A hidraw report as it was read; with `isNumbered` its first byte is the report id.
  case report(device: String, [UInt8], isNumbered: Bool = false)
  /// Events were lost (SYN_DROPPED); these keys are down now.
  case dropped(device: String, keysDown: Set<UInt16>)
  case unplug(device: String)
  case plug(device: String)
  case command(ActionCommand, Action)
  /// The executor ended the Action by itself.
  case finished(Action)
  /// The id of one of `Scenario.profiles`.
  case profile(String)
  case suspend
}

/// What should have come of the inputs so far. Effects are expected in their order, none may be left out.
public enum ScenarioExpectation: Hashable, Sendable {
  case begin(Action)
  /// Without a reason, any will do.
  case end(Action, Reason?)
  case cancel(Action, Reason?)
  case nothing
}

/// A text that is not a scenario.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line's number, from 1.
  public var line: Int
  /// What is wrong, and what is allowed there.
  public var message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  public var description: String { "line \(line): \(message)" }
}
