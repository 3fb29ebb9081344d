public import Domain

/// Turns what the nodes of one Device say into its Control events.
///
/// A Control is down while any node says so. Each node that is read is a source of its own, known by the number that
/// `addEvdevSource` or `addReportSource` gave.
public struct DeviceDecoder: Sendable {
  private let table: SignalTable
  private let layout: ReportLayout?
  private let controls: Int
  /// Bit n: Control n is one that is pressed, not turned.
  private let pressable: UInt64
  private var state: ControlState
  private var evdevSources: [EvdevSource] = []
  private var reportSources: [ReportSource] = []
  /// Reports that were too short, or had a position that the model does not have. They changed nothing.
  public private(set) var malformedReports = 0

  public init(device: DeviceHandle, model: DeviceModel) {
    precondition(
      model.controls.count <= ControlAddress.maximumControls, "a model in the catalogue has too many controls"
    )
    table = SignalTable(model.controls)
    layout = if case .hidraw(let layout) = model.transport { layout } else { nil }
    controls = model.controls.count
    pressable = model.controls.indices.reduce(0) { model.controls[$1].kind.isPressed ? $0 | 1 << $1 : $0 }
    state = ControlState(device: device, controls: model.controls.count)
  }

  /// - Parameter axes: the ranges of the node's EV_ABS axes; one that is not given has eight bits.
  public mutating func addEvdevSource(axes: [UInt16: AxisRange] = [:]) -> Int {
    evdevSources.append(EvdevSource(axes: axes, controls: controls))
    return evdevSources.count - 1
  }

  /// - Parameter isNumbered: the node's report descriptor has report ids.
  public mutating func addReportSource(isNumbered: Bool) -> Int {
    reportSources.append(ReportSource(isNumbered: isNumbered))
    return reportSources.count - 1
  }

  /// Whether every Control that can be pressed is down.
  public var isEveryControlPressed: Bool { state.pressed == pressable }

  /// One evdev event. Repeats, unknown keys and duplicates make no Control event.
  public mutating func decode(
    _ event: RawInputEvent, from source: Int, at instant: MonotonicInstant,
    _ receive: (ControlEvent) -> Void
  ) {
    if evdevSources[source].read(event, table) { publish(instant, receive) }
  }

  /// A whole evdev frame, with or without its SYN_REPORT.
  public mutating func decode(
    frame: [RawInputEvent], from source: Int, at instant: MonotonicInstant,
    _ receive: (ControlEvent) -> Void
  ) {
    for event in frame { decode(event, from: source, at: instant, receive) }
    evdevSources[source].endFrame()
  }

  /// One hidraw report, with its report id where it has one.
  public mutating func decode(
    report: UnsafeRawBufferPointer, from source: Int, at instant: MonotonicInstant,
    _ receive: (ControlEvent) -> Void
  ) {
    guard let layout else { return }
    let isWell = reportSources[source].read(report, layout, table, into: &state, at: instant, receive)
    if isWell { publish(instant, receive) } else { malformedReports += 1 }
  }

  /// Takes over the state of an evdev node, after events were lost or before any was read; gives the differences.
  ///
  /// - Parameter axes: the values of its EV_ABS axes.
  public mutating func resync(
    keysDown: Set<UInt16>, axes: [UInt16: Int32] = [:], from source: Int, at instant: MonotonicInstant,
    _ receive: (ControlEvent) -> Void
  ) {
    evdevSources[source].resync(keysDown: keysDown, axes: axes, table)
    publish(instant, receive)
  }

  /// Takes over the state of a hidraw node, after reports were lost; gives the differences.
  ///
  /// - Parameter report: what the device has answered. Where it is no report of the Controls, none is known to be down, and
  ///   a Control that is held on gives its release now and its press with the next report.
  public mutating func resync(
    report: UnsafeRawBufferPointer, from source: Int, at instant: MonotonicInstant,
    _ receive: (ControlEvent) -> Void
  ) {
    guard let layout else { return }
    reportSources[source].resync(report, layout, table, into: &state, at: instant, receive)
    publish(instant, receive)
  }

  /// Releases every Control that is down: the Device is gone, or is let go. No source counts any more.
  public mutating func releaseAll(at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void) {
    evdevSources = []
    reportSources = []
    state.rest(at: instant, receive)
  }

  private mutating func publish(_ instant: MonotonicInstant, _ receive: (ControlEvent) -> Void) {
    var pressed: UInt64 = 0
    for source in evdevSources { pressed |= source.pressed }
    for source in reportSources { pressed |= source.pressed }
    state.press(pressed, at: instant, receive)
  }
}
