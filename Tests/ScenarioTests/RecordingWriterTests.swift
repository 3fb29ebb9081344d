import Domain
import Drivers
import Scenario
import Testing

@Suite struct RecordingWriterTests {
  private let start = MonotonicInstant(nanoseconds: 5_000_000_000)

  private func writer(_ model: ModelID = "vec-infinity", taught: LearnedDevice? = nil) -> RecordingWriter {
    RecordingWriter(title: "A recording", model: model, taught: taught, start: start)
  }

  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private func text(_ writer: RecordingWriter, _ lines: [String?]) -> String {
    (writer.header + lines.compactMap(\.self)).map { $0 + "\n" }.joined()
  }

  @Test func `what was written is a scenario, unchanged`() throws {
    var writer = writer()
    let unit = RecordingWriter.deviceName
    let inputs: [(ScenarioInput, Int64)] = [
      (.dropped(device: unit, keysDown: [257]), 0),
      (.frame(device: unit, [.scan(0x90002), .key(257, 0)]), 12),
      (.report(device: unit, [1, 2, 255], isNumbered: true), 13),
      (.report(device: unit, [0, 4]), 14), (.unplug(device: unit), 20), (.plug(device: unit), 31),
    ]
    let lines = inputs.map { writer.line($0.0, at: at($0.1)) } + [writer.gap(3)]
    let scenario = try Scenario.parse(text(writer, lines))
    #expect(scenario.title == "A recording")
    #expect(scenario.isRecording)
    #expect(scenario.lines.map(\.event) == inputs.map { .input($0.0) })
    #expect(scenario.lines.map(\.time) == inputs.map { .milliseconds($0.1) })
  }

  @Test func `times never go back, and nothing is before the start`() throws {
    var writer = writer()
    let press = ScenarioInput.frame(device: "unit", [.key(257, 1)])
    let lines = [-7, 9, 4].map { writer.line(press, at: at($0)) }
    let scenario = try Scenario.parse(text(writer, lines))
    #expect(scenario.lines.map(\.time) == [.zero, .milliseconds(9), .milliseconds(9)])
  }

  @Test func `what the format does not have is left out, and so is a beginning with nothing down`() {
    var writer = writer()
    let relative = RawInputEvent(type: 2, code: 8, value: 1)
    #expect(writer.line(.frame(device: "unit", [relative]), at: at(1)) == nil)
    #expect(writer.line(.dropped(device: "unit", keysDown: []), at: at(1)) == nil)
    #expect(writer.line(.frame(device: "unit", [relative, .key(257, 1)]), at: at(2)) != nil)
    #expect(writer.line(.dropped(device: "unit", keysDown: []), at: at(3)) != nil)
  }

  @Test func `ranges of axes stand before the first timed line only`() throws {
    var writer = writer("gamepad")
    let axes = [UInt16(2): AxisRange(minimum: 0, maximum: 1023, resting: 7)]
    let before = writer.lines(axes: axes)
    let press = writer.line(.frame(device: "unit", [.axis(2, 900)]), at: at(1))
    #expect(writer.lines(axes: axes) == [])
    #expect(try Scenario.parse(text(writer, before + [press])).devices[0].axes == axes)
  }

  @Test func `a taught Device is in the recording with its controls`() throws {
    let device = LearnedDevice(
      product: ProductID(vendor: 0x0c45, product: 0x7403), name: "Pedal",
      controls: [LearnedControl(id: "left", name: "Left", scanCode: 0x70004, keyCode: 30)])
    let scenario = try Scenario.parse(text(writer(device.model, taught: device), []))
    #expect(scenario.model(device.model)?.controls.map(\.id) == ["left"])
  }
}
