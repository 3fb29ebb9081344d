/// A Device that the user has picked by hand: a product that hwctl does not know, or one whose keys were reprogrammed.
///
/// It goes before the built-in model of the same product. Nothing is opened because it looks like a keyboard; this is
/// how a user says that a node may be.
public struct LearnedDevice: Hashable, Sendable {
  public var product: ProductID
  /// As people call it, 1...64 characters.
  public var name: String
  /// A generic model whose Controls it has ("gamepad"), in place of learned ones; `controls` is empty then.
  public var template: ModelID?
  /// In the order in which they were pressed; each id, and each scan code or key code, once. At most 64.
  public var controls: [LearnedControl]

  public init(product: ProductID, name: String, template: ModelID? = nil, controls: [LearnedControl]) {
    self.product = product
    self.name = name
    self.template = template
    self.controls = controls
  }

  /// What profiles call it: the template's id, so that a profile for "gamepad" suits any; else "learned-05f3-00ff".
  public var model: ModelID {
    template
      ?? ModelID(rawValue: "learned-" + product.description.split(separator: ":").joined(separator: "-"))
  }
}

/// A Control as it was pressed once.
public struct LearnedControl: Hashable, Sendable {
  /// Lower-case letters, digits and "-", 1...64 characters.
  public var id: ControlID
  /// As people call it: "Left pedal".
  public var name: String
  /// The HID usage that the kernel told with the press (MSC_SCAN); it stays when the key is remapped. Nil where the
  /// driver tells none.
  public var scanCode: UInt32?
  /// The EV_KEY code, which counts where no scan code is known.
  public var keyCode: UInt16
  /// Every release came within 30 ms of its press: the device tells of presses only, so nothing can be held with it.
  /// Offer Toggle in place of Hold.
  public var isTapOnly: Bool

  public init(id: ControlID, name: String, scanCode: UInt32?, keyCode: UInt16, isTapOnly: Bool = false) {
    self.id = id
    self.name = name
    self.scanCode = scanCode
    self.keyCode = keyCode
    self.isTapOnly = isTapOnly
  }
}
