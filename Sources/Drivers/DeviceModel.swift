public import Domain

/// What hwctl knows of a Device model. Models are data: one file each, with the source of each fact.
public struct DeviceModel: Hashable, Sendable {
  public var id: ModelID
  /// As people know it: "VEC Infinity USB".
  public var name: String
  /// Whose nodes are opened. Empty for a template, which needs a product that the user has picked.
  public var products: [ProductID]
  public var transport: Transport
  /// From the left and top on; at most `ControlAddress.maximumControls`. A Control’s place here is its index.
  public var controls: [ControlDescription]
  public var serialTrust: SerialTrust
  /// The unit may send other keys than these, as they can be stored in it: it can be learned instead.
  public var isReprogrammable: Bool

  public init(
    id: ModelID, name: String, products: [ProductID] = [], transport: Transport = .evdev(),
    controls: [ControlDescription], serialTrust: SerialTrust = .absent, isReprogrammable: Bool = false
  ) {
    self.id = id
    self.name = name
    self.products = products
    self.transport = transport
    self.controls = controls
    self.serialTrust = serialTrust
    self.isReprogrammable = isReprogrammable
  }

  /// A set of Controls for products that the user picks, not a product.
  public var isTemplate: Bool { products.isEmpty }

  /// The EV_ABS axes that its Controls are made of.
  public var axes: Set<UInt16> {
    Set(
      controls.flatMap(\.signals).compactMap { signal in
        switch signal {
        case .hat(let axis, _), .trigger(let axis): axis
        case .key, .bit, .steps, .counter, .position: nil
        }
      })
  }

  public func control(_ id: ControlID) -> ControlDescription? { controls.first { $0.id == id } }
}

extension DeviceModel {
  /// By which of its nodes a Device is read.
  public enum Transport: Hashable, Sendable {
    /// All its evdev nodes are grabbed and read.
    ///
    /// - Parameter requiredKey: only nodes that can send this EV_KEY code. The others stay with the desktop.
    case evdev(requiredKey: UInt16? = nil)
    /// One hidraw node is read. Its evdev nodes are grabbed only to silence them, as hidraw hides nothing.
    case hidraw(ReportLayout)
  }
}

/// Whether the serial number (USB iSerial, or what a driver calls "uniq") tells two units of a model apart.
public enum SerialTrust: String, CaseIterable, Hashable, Sendable {
  /// The unit has none, or all units have the same: the port is the identity.
  case absent
  case unique
  /// Only where it is a Bluetooth address, as with gamepads and page turners.
  case address

  public func isTrustworthy(_ serial: String) -> Bool {
    switch self {
    case .absent: false
    case .unique: !serial.isEmpty
    case .address: Self.isAddress(serial)
    }
  }

  /// "d0:bc:c1:0a:0b:0c"
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 6 && parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
      && parts.contains { $0 != "00" }
  }
}
