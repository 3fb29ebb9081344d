/// The USB or Bluetooth vendor and product number of a Device model.
public struct ProductID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var vendor: UInt16
  public var product: UInt16

  public init(vendor: UInt16, product: UInt16) {
    self.vendor = vendor
    self.product = product
  }

  /// "05f3:00ff", as lsusb writes it.
  public var description: String { hex(vendor) + ":" + hex(product) }

  public static func < (left: Self, right: Self) -> Bool {
    (left.vendor, left.product) < (right.vendor, right.product)
  }

  private func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// One connected Device, for as long as the same unit stays in the same port: model, and what tells two units apart.
///
/// The text form is stable over restarts: "05f3:00ff@usb-0000:00:14.0-1" (port) or "0fd9:0086#FL51K1A0" (serial).
public struct DeviceID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(product: ProductID, serial: String) { rawValue = "\(product)#\(serial)" }

  public init(product: ProductID, port: String) { rawValue = "\(product)@\(port)" }

  /// The product that it begins with; nil for a text that is no id.
  public var product: ProductID? { ProductID(String(rawValue.prefix { $0 != "@" && $0 != "#" })) }

  /// It says where the unit is plugged in, not which it is.
  public var isByPort: Bool { rawValue.first { $0 == "@" || $0 == "#" } == "@" }

  public var description: String { rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The name of a Control on its Device model: "left", "center", "key-3".
public struct ControlID: Hashable, Sendable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The name of a Device model that hwctl knows: "vec-infinity".
public struct ModelID: Hashable, Sendable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A connected Device as people and profiles see it.
public struct DeviceDescriptor: Hashable, Sendable {
  /// The number by which Control events name this attachment.
  public var handle: DeviceHandle
  public var id: DeviceID
  public var model: ModelID
  public var product: ProductID
  /// The name the kernel gives, spaces as they are ("VEC  VEC USB Footpedal").
  public var name: String
  /// At most `ControlAddress.maximumControls`; a `ControlIndex` is a position in this list.
  public var controls: [ControlID]
  /// Another connected unit says the same of itself, so that nothing but the place where each is plugged in tells them
  /// apart: Bindings for one of the two may reach the other.
  public var isAmbiguous: Bool

  public init(
    handle: DeviceHandle, id: DeviceID, model: ModelID, product: ProductID, name: String,
    controls: [ControlID], isAmbiguous: Bool = false
  ) {
    self.handle = handle
    self.id = id
    self.model = model
    self.product = product
    self.name = name
    self.controls = controls
    self.isAmbiguous = isAmbiguous
  }

  /// The name behind an index; nil for an index that the Device does not have.
  public func name(of control: ControlIndex) -> ControlID? {
    Int(control) < controls.count ? controls[Int(control)] : nil
  }
}

extension ProductID {
  /// Reads what `description` writes: "05f3:00ff".
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
      let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
    else { return nil }
    self.init(vendor: vendor, product: product)
  }
}
