internal import Domain

/// What the hidraw node of a Device has told: which Controls are down on it, and where its wheels are.
struct ReportSource: Sendable {
  /// The node's report descriptor has report ids.
  let isNumbered: Bool
  /// Bit n: Control n is down.
  private(set) var pressed: UInt64 = 0
  /// By Control: the last count of a counter. The first one only says where the wheel begins.
  private var counts: [Int: UInt8] = [:]

  init(isNumbered: Bool) { self.isNumbered = isNumbered }

  /// False for a malformed report; the state stays then. A report of another kind changes nothing.
  mutating func read(
    _ report: UnsafeRawBufferPointer, _ layout: ReportLayout, _ table: SignalTable,
    into state: inout ControlState, at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void
  ) -> Bool {
    switch layout.read(report, isNumbered: isNumbered) {
    case .malformed: return false
    case .other: return true
    case .data(let start):
      let data = UnsafeRawBufferPointer(rebasing: report[start...])
      guard Self.isInRange(data, table) else { return false }
      takeBits(data, table)
      for value in table.values { read(value, data, &state, instant, receive) }
      return true
    }
  }

  /// Takes over an answer of the device; without one, nothing is down. Steps in it have been told with the report that they
  /// came with, or are lost.
  mutating func resync(
    _ report: UnsafeRawBufferPointer, _ layout: ReportLayout, _ table: SignalTable,
    into state: inout ControlState, at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void
  ) {
    pressed = 0
    guard case .data(let start) = layout.read(report, isNumbered: isNumbered) else { return }
    let data = UnsafeRawBufferPointer(rebasing: report[start...])
    guard Self.isInRange(data, table) else { return }
    takeBits(data, table)
    for value in table.values {
      if case .steps = value { continue }
      read(value, data, &state, instant, receive)
    }
  }

  private mutating func takeBits(_ data: UnsafeRawBufferPointer, _ table: SignalTable) {
    pressed = table.bits.reduce(0) { bits, entry in
      data[entry.byte] & entry.mask != 0 ? bits | 1 << entry.control : bits
    }
  }

  private static func isInRange(_ data: UnsafeRawBufferPointer, _ table: SignalTable) -> Bool {
    table.values.allSatisfy { value in
      guard case .position(let byte, _, let range) = value else { return true }
      return range.contains(signed(data[byte]))
    }
  }

  private mutating func read(
    _ value: SignalTable.Value, _ data: UnsafeRawBufferPointer, _ state: inout ControlState,
    _ instant: MonotonicInstant, _ receive: (ControlEvent) -> Void
  ) {
    switch value {
    case .steps(let byte, let control):
      state.turn(control, by: Self.signed(data[byte]), at: instant, receive)
    case .position(let byte, let control, _):
      state.move(control, to: Self.signed(data[byte]), at: instant, receive)
    case .counter(let byte, let control):
      let count = data[byte]
      if let last = counts[control] {
        state.turn(control, by: Self.signed(count &- last), at: instant, receive)
      }
      counts[control] = count
    }
  }

  private static func signed(_ byte: UInt8) -> Int32 { Int32(Int8(bitPattern: byte)) }
}
