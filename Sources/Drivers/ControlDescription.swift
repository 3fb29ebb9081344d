public import Domain

/// One Control of a model: what the device sends for it, and how it is drawn.
public struct ControlDescription: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case pedal
    case key
    /// Turns without end. Its values are steps since the last event, clockwise positive, never 0.
    case wheel
    /// Springs back to the center. Its values are positions, 0 in the center, clockwise positive.
    case shuttle

    /// Whether it is pressed and released, and gives no values.
    public var isPressed: Bool { self == .pedal || self == .key }
  }

  public var id: ControlID
  /// As people call it: "Center pedal".
  public var name: String
  public var kind: Kind
  /// Each of them is the Control: a presenter sends two keys in turn for one button.
  public var signals: [ControlSignal]
  public var place: ControlPlace
  /// The positions of a shuttle; nil for everything else.
  public var range: ClosedRange<Int32>?
  /// Its release follows its press at once: nothing can be held with it.
  public var isTapOnly: Bool

  public init(
    id: ControlID, name: String, kind: Kind, signals: [ControlSignal], place: ControlPlace,
    range: ClosedRange<Int32>? = nil, isTapOnly: Bool = false
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.signals = signals
    self.place = place
    self.range = range
    self.isTapOnly = isTapOnly
  }
}

/// What a device sends for a Control.
public enum ControlSignal: Hashable, Sendable {
  /// An EV_KEY event, known by what MSC_SCAN carries (the HID usage, page << 16 | id), which stays when the user remaps
  /// the key; by the key code where there is no scan code.
  case key(scan: UInt32? = nil, code: UInt16)
  /// One direction of an EV_ABS hat, -1, 0 or 1: ABS_HAT0X and ABS_HAT0Y (linux/input-event-codes.h).
  case hat(axis: UInt16, direction: Int32)
  /// An EV_ABS axis that rests at its low end, pressed beyond the middle.
  case trigger(axis: UInt16)
  /// Bits of a hidraw report. Bytes count from the first one after the report id.
  case bit(byte: Int, mask: UInt8)
  /// A signed byte of a hidraw report: steps since the report before.
  case steps(byte: Int)
  /// A byte of a hidraw report that counts steps and wraps from 255 to 0.
  case counter(byte: Int)
  /// A signed byte of a hidraw report: the position now.
  case position(byte: Int)
}

/// Where a Control is drawn, in a grid of the smallest Control's size; the top left one is at 0, 0.
public struct ControlPlace: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int

  public init(_ column: Int, _ row: Int = 0, columns: Int = 1, rows: Int = 1) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }
}
