/// One evdev event without its time: what `struct input_event` of linux/input.h carries.
public struct RawInputEvent: Hashable, Sendable {
  /// EV_SYN, EV_KEY, EV_MSC, … of linux/input-event-codes.h.
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  static let synchronizationType: UInt16 = 0x00
  static let keyType: UInt16 = 0x01
  static let axisType: UInt16 = 0x03
  static let miscellaneousType: UInt16 = 0x04
  static let scanCode: UInt16 = 0x04

  /// EV_SYN/SYN_REPORT: the end of a frame.
  public static let report = RawInputEvent(type: synchronizationType, code: 0, value: 0)

  /// SYN_REPORT; its value is 1 in frames that the kernel makes up.
  public var isEndOfFrame: Bool { type == Self.synchronizationType && code == 0 }

  /// EV_MSC/MSC_SCAN: the HID usage of the key event that follows in the same frame.
  public static func scan(_ usage: UInt32) -> RawInputEvent {
    RawInputEvent(type: miscellaneousType, code: scanCode, value: Int32(bitPattern: usage))
  }

  /// EV_KEY: 1 down, 0 up, 2 auto-repeat.
  public static func key(_ code: UInt16, _ value: Int32) -> RawInputEvent {
    RawInputEvent(type: keyType, code: code, value: value)
  }

  /// EV_ABS: the position of an axis.
  public static func axis(_ code: UInt16, _ value: Int32) -> RawInputEvent {
    RawInputEvent(type: axisType, code: code, value: value)
  }
}
