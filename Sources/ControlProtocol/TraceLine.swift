extension MonitorEvent {
  /// The event as one line of the live trace, without a newline.
  ///
  ///     +  412.7 ms  first frame         20261130T081502Z-4f9c2a17
  public var traceLine: String {
    if kind == .session { return sessionLine }
    let time = "control".padded(to: 12)
    let change = kind == .value ? "value \(value ?? 0)" : kind.rawValue
    let latency = latencyMicroseconds.map { "  \($0) us" } ?? ""
    return
      "\(time)  \((control ?? "?").padded(to: 10))  \(change.padded(to: 9))  \(binding ?? "not bound")\(latency)"
  }

  private var sessionLine: String {
    let tenths = Int64(((sincePressMilliseconds ?? 0) * 10).rounded())
    let number = "\(tenths / 10).\(abs(tenths % 10))".padded(to: 8, left: true)
    let line = "+\(number) ms  \((step?.label ?? "?").padded(to: 17))"
    return text.map { line + "  " + $0 } ?? line
  }
}

extension SessionStep {
  public var label: String {
    switch self {
    case .begun: "press"
    case .microphoneOpened: "microphone open"
    case .firstFrame: "first frame"
    case .released: "release"
    case .failed: "failure"
    case .audioSaved: "audio saved"
    case .recognised: "raw text"
    case .delivered: "delivered text"
    case .stored: "history id"
    case .ended: "end"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int, left: Bool = false) -> String {
    let fill = String(repeating: " ", count: max(0, width - count))
    return left ? fill + self : self + fill
  }
}
