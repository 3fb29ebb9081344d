public import Domain

/// What hwctl knows of a Device model. Models are data: one file each, with the source of each fact.
public struct DeviceModel: Hashable, Sendable {
  public var id: ModelID
  /// As people know it: "VEC Infinity USB".
  public var name: String
  public var products: [ProductID]
  /// In the order of their position; at most `ControlAddress.maximumControls`; the index of a Control is its place here.
  public var controls: [ControlDescription]
  public var serialTrust: SerialTrust

  public init(
    id: ModelID, name: String, products: [ProductID], controls: [ControlDescription], serialTrust: SerialTrust
  ) {
    self.id = id
    self.name = name
    self.products = products
    self.controls = controls
    self.serialTrust = serialTrust
  }

  public func control(_ id: ControlID) -> ControlDescription? { controls.first { $0.id == id } }
}

/// Whether the serial number tells two units of a model apart.
public enum SerialTrust: String, CaseIterable, Hashable, Sendable {
  /// The unit has none, or all units have the same: the port is the identity.
  case absent
  case unique
}

/// One Control of a model: how the kernel names it and how it is drawn.
public struct ControlDescription: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case pedal
    case key
  }

  public var id: ControlID
  /// As people call it: "Center pedal".
  public var name: String
  /// What MSC_SCAN carries: the HID usage, page << 16 | id. It stays when the user remaps the key.
  public var scanCode: UInt32
  /// The EV_KEY code that the kernel gives where nobody has remapped it.
  public var defaultKeyCode: UInt16
  public var kind: Kind
  /// Place among the Controls, from the left, counting from 0.
  public var position: Int

  public init(
    id: ControlID, name: String, scanCode: UInt32, defaultKeyCode: UInt16, kind: Kind, position: Int
  ) {
    self.id = id
    self.name = name
    self.scanCode = scanCode
    self.defaultKeyCode = defaultKeyCode
    self.kind = kind
    self.position = position
  }
}
