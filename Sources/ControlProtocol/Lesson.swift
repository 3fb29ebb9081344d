public import Domain

/// The Controls of a Device that is being taught, as far as they were pressed.
public struct Lesson: Sendable {
  /// In the order of the presses; nil for numbers.
  private let names: [ControlID]?
  public private(set) var controls: [LearnedControl] = []
  public init(names: [ControlID]?) { self.names = names }

  public var isComplete: Bool { controls.count == names?.count ?? ControlAddress.maximumControls }
  public var missing: [ControlID] { names.map { Array($0.dropFirst(controls.count)) } ?? [] }

  /// - Returns: what to tell of a key that is new, or that turns out to be one that can be held.
  public mutating func released(_ step: LearningStep) -> String? {
    guard let keyCode = step.keyCode, !isComplete else { return nil }
    let isTapOnly = step.isTapOnly ?? false
    let known = controls.firstIndex {
      step.scanCode == nil ? $0.keyCode == keyCode : $0.scanCode == step.scanCode
    }
    if let known {
      guard controls[known].isTapOnly, !isTapOnly else { return nil }
      controls[known].isTapOnly = false
      return "\(controls[known].id) can be held after all"
    }
    let id = names?[controls.count] ?? ControlID(rawValue: "control-\(controls.count + 1)")
    controls.append(
      LearnedControl(
        id: id, name: id.rawValue, scanCode: step.scanCode, keyCode: keyCode, isTapOnly: isTapOnly))
    guard isTapOnly else { return "\(id)" }
    return "\(id): it was released at once; if that is so each time, bind it with --mode toggle"
  }
}
