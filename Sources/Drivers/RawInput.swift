/// What one node of a Device has sent, as it was read: the stuff of recordings.
public enum RawInput: Hashable, Sendable {
  /// The events of an evdev frame, without its SYN_REPORT.
  case frame([RawInputEvent])
  /// A hidraw report, with its report id where it has one.
  case report([UInt8])
}
