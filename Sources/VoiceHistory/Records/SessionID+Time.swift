internal import Domain
internal import SystemCalls

extension SessionID {
  /// The start of the second that it names, in milliseconds since 1970.
  var startMilliseconds: Int64 { UnixTime.milliseconds(ofCompactText: rawValue) ?? 0 }
}
