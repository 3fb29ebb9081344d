/// The Device models that exist on this machine and the Controls of each: what a profile may name.
public struct BindableModels: Hashable, Sendable {
  public struct Control: Hashable, Sendable {
    public var id: ControlID
    /// A jog, shuttle or axis: its steps drive Actions, and it cannot be pressed.
    public var givesValues: Bool

    public init(_ id: ControlID, givesValues: Bool = false) {
      self.id = id
      self.givesValues = givesValues
    }
  }

  /// The Controls in the order in which messages list them.
  public var controls: [ModelID: [Control]]

  public init(_ controls: [ModelID: [Control]] = [:]) { self.controls = controls }

  /// Models whose Controls are all pressed.
  public init(pressed controls: [ModelID: [ControlID]]) {
    self.controls = controls.mapValues { $0.map { Control($0) } }
  }

  /// In the order of their names.
  public var ids: [ModelID] { controls.keys.sorted() }

  public func control(_ id: ControlID, of model: ModelID) -> Control? {
    controls[model]?.first { $0.id == id }
  }
}
