extension DeviceStatus {
  /// For people: "05f3:00ff@usb-1  vec-infinity  VEC USB Footpedal  ready", without a newline.
  public var line: String {
    let problem = problem.map { ": \($0)" } ?? ""
    return "\(id)  \(model)  \(shownName)  \(state.rawValue)\(problem)"
  }

  /// Kernels give names with runs of spaces.
  public var shownName: String { name.split(separator: " ").joined(separator: " ") }
}

extension [DeviceStatus] {
  /// What `hwctl devices` prints.
  public var text: String {
    isEmpty ? "No known controller is connected.\n" : map { $0.line + "\n" }.joined()
  }
}
