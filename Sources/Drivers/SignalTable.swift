/// The signals of a model's Controls, sorted by where they are looked for.
struct SignalTable: Sendable {
  struct Key {
    var scan: UInt32?
    var code: UInt16
    var control: Int
  }

  struct Axis {
    var code: UInt16
    /// -1 or 1 for a hat, 0 for a trigger.
    var direction: Int32
    var control: Int
  }

  struct Bits {
    var byte: Int
    var mask: UInt8
    var control: Int
  }

  enum Value {
    case steps(byte: Int, control: Int)
    case counter(byte: Int, control: Int)
    case position(byte: Int, control: Int, range: ClosedRange<Int32>)
  }

  private(set) var keys: [Key] = []
  private(set) var axes: [Axis] = []
  private(set) var bits: [Bits] = []
  private(set) var values: [Value] = []

  init(_ controls: [ControlDescription]) {
    for (index, control) in controls.enumerated() {
      for signal in control.signals { add(signal, index, control.range ?? -128...127) }
    }
  }

  private mutating func add(_ signal: ControlSignal, _ control: Int, _ range: ClosedRange<Int32>) {
    switch signal {
    case .key(let scan, let code): keys.append(Key(scan: scan, code: code, control: control))
    case .hat(let axis, let direction):
      axes.append(Axis(code: axis, direction: direction, control: control))
    case .trigger(let axis): axes.append(Axis(code: axis, direction: 0, control: control))
    case .bit(let byte, let mask): bits.append(Bits(byte: byte, mask: mask, control: control))
    case .steps(let byte): values.append(.steps(byte: byte, control: control))
    case .counter(let byte): values.append(.counter(byte: byte, control: control))
    case .position(let byte): values.append(.position(byte: byte, control: control, range: range))
    }
  }
}
