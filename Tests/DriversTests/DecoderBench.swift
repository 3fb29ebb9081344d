import Domain
import Drivers
import Testing

/// One Device of a model, whose evdev node and hidraw node a test plays; gives what came of each input.
struct DecoderBench {
  private var decoder: DeviceDecoder
  private let controls: [ControlID]
  private let evdev: Int
  private let hidraw: Int
  private let instant = MonotonicInstant(nanoseconds: 42)

  struct Change: Hashable, CustomStringConvertible {
    var control: ControlID
    var change: ControlEvent.Change

    init(control: ControlID, change: ControlEvent.Change) {
      self.control = control
      self.change = change
    }

    fileprivate init(_ event: ControlEvent, _ controls: [ControlID]) {
      self.init(control: controls[Int(event.control)], change: event.change)
    }

    var description: String { "\(control) \(change)" }
  }

  init(_ model: ModelID, isNumbered: Bool = false, axes: [UInt16: AxisRange] = [:]) throws {
    let known = try #require(DeviceCatalogue.model(id: model))
    controls = known.controls.map(\.id)
    decoder = DeviceDecoder(
      device: DeviceHandle(rawValue: 7), model: known)
    evdev = decoder.addEvdevSource(axes: axes)
    hidraw = decoder.addReportSource(isNumbered: isNumbered)
  }

  var malformedReports: Int { decoder.malformedReports }

  mutating func frame(_ events: RawInputEvent...) -> [Change] {
    let controls = controls
    var changes: [Change] = []
    decoder.decode(frame: events, from: evdev, at: instant) { changes.append(Change($0, controls)) }
    return changes
  }

  mutating func report(_ bytes: UInt8...) -> [Change] { report(bytes: bytes) }

  /// - Parameter hexadecimal: two digits for each byte.
  mutating func report(hexadecimal: String) -> [Change] {
    let digits = Array(hexadecimal)
    return report(
      bytes: stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      })
  }

  mutating func report(bytes: [UInt8]) -> [Change] {
    let controls = controls
    var changes: [Change] = []
    bytes.withUnsafeBytes { report in
      decoder.decode(report: report, from: hidraw, at: instant) { changes.append(Change($0, controls)) }
    }
    return changes
  }

  mutating func resync(keysDown: Set<UInt16>, axes: [UInt16: Int32] = [:]) -> [Change] {
    let controls = controls
    var changes: [Change] = []
    decoder.resync(keysDown: keysDown, axes: axes, from: evdev, at: instant) {
      changes.append(Change($0, controls))
    }
    return changes
  }

  /// - Parameter answer: what the device says when it is asked for its state.
  mutating func resync(answer: [UInt8]) -> [Change] {
    let controls = controls
    var changes: [Change] = []
    answer.withUnsafeBytes { report in
      decoder.resync(report: report, from: hidraw, at: instant) { changes.append(Change($0, controls)) }
    }
    return changes
  }

  mutating func releaseAll() -> [Change] {
    let controls = controls
    var changes: [Change] = []
    decoder.releaseAll(at: instant) { changes.append(Change($0, controls)) }
    return changes
  }
}

func pressed(_ control: ControlID) -> DecoderBench.Change { .init(control: control, change: .pressed) }
func released(_ control: ControlID) -> DecoderBench.Change { .init(control: control, change: .released) }
func value(_ control: ControlID, _ value: Int32) -> DecoderBench.Change {
  .init(control: control, change: .value(value))
}
func turned(_ control: ControlID, _ steps: Int32) -> DecoderBench.Change {
  .init(control: control, change: .turned(steps))
}
