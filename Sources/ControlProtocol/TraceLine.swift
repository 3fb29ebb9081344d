extension MonitorEvent {
  /// The event as one line of the live trace, without a newline.
  ///
  ///     +  412.7 ms  first frame         20261130T081502Z-4f9c2a17
  public var traceLine: String {
    switch kind {
    case .session: sessionLine
    case .raw: line("raw", text ?? "")
    case .pressed: controlLine("pressed")
    case .released: controlLine("released")
    case .value: controlLine("value \(value ?? 0)")
    case .chordPressed: line("chord", chord, "pressed", source)
    case .chordReleased: line("chord", chord, "released", source)
    case .began: line("action", action, "began", cause.map { "by \($0)" })
    case .refused: line("action", action, "could not begin; 'hwctl status' says why")
    case .ended: line("action", action, "ended", reason)
    case .cancelled: line("action", action, "cancelled", reason)
    }
  }

  private func controlLine(_ change: String) -> String {
    let latency = latencyMicroseconds.map { "  \($0) us" } ?? ""
    return line("control", control, change, (binding ?? "not bound") + latency)
  }

  private func line(_ what: String, _ name: String?, _ change: String = "", _ rest: String? = nil) -> String {
    let parts = [what.padded(to: 12), (name ?? "?").padded(to: 10), change.padded(to: 9), rest ?? ""]
    return parts.joined(separator: "  ").trimmed
  }

  private var sessionLine: String {
    let tenths = Int64(((sincePressMilliseconds ?? 0) * 10).rounded())
    let number = "\(tenths / 10).\(abs(tenths % 10))".padded(to: 8, left: true)
    let line = "+\(number) ms  \((step?.label ?? "?").padded(to: 17))"
    return text.map { line + "  " + $0 } ?? line.trimmed
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
    case .provisional: "heard so far"
    case .recognised: "raw text"
    case .refining: "refining"
    case .refined: "refined"
    case .delivering: "delivering"
    case .delivered: "delivered text"
    case .stored: "history id"
    case .ended: "end"
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var characters = self[...]
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }

  fileprivate func padded(to width: Int, left: Bool = false) -> String {
    let fill = String(repeating: " ", count: max(0, width - count))
    return left ? fill + self : self + fill
  }
}
