internal import Domain

extension DeviceStatus {
  /// For people: "05f3:00ff@usb-1  vec-infinity  VEC USB Footpedal  ready", without a newline.
  public var line: String {
    let problem = problem.map { ": \($0)" } ?? ""
    let notes = notes.map { "\n  \($0)" }.joined()
    return "\(id)  \(model)  \(shownName)  \(state.rawValue)\(problem)\(notes)"
  }

  /// What its owner should know, or is asked, in sentences.
  public var notes: [String] {
    var notes: [String] = []
    if isAmbiguous {
      notes.append(
        "Another unit looks the same: bindings for one of the two go by the port, so leave each in its port.")
    }
    if let movedFrom {
      notes.append(
        "Is this the unit \(movedFrom), plugged in elsewhere? Its bindings wait for it. If so: "
          + "hwctl profiles move '\(movedFrom)' '\(id)'")
    }
    return notes
  }

  public var shownName: String { name.onOneLine }
}

extension [DeviceStatus] {
  /// What `hwctl devices` prints.
  public var text: String {
    isEmpty ? "No known controller is connected.\n" : map { $0.line + "\n" }.joined()
  }
}
