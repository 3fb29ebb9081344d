internal import CUdev
public import Domain
public import Drivers
internal import Glibc
internal import SystemCalls

/// An event node with keys that hwctl could be taught, as sysfs shows it; it is not opened.
public struct TeachableNode: Hashable, Sendable {
  /// "/dev/input/event7"
  public var node: String
  public var name: String
  public var product: ProductID
  /// The model that hwctl has for the product.
  public var model: ModelID?
  /// It has all the letters, as keyboards do, but some pedals and macro pads do, too.
  public var hasLetters: Bool

  /// KEY_Q ... KEY_P, KEY_A ... KEY_L, KEY_Z ... KEY_M (linux/input-event-codes.h)
  private static let letters: Set<UInt16> = Set(16...25).union(30...38).union(44...50)
}

extension DeviceScan {
  /// USB and Bluetooth devices, in the order of their nodes; blocks for some milliseconds. Not those of the mainboard: its
  /// keyboard is one that people type on.
  public static func teachable(_ models: KnownModels) throws(HIDError) -> [TeachableNode] {
    try Udev.list(["input": "event*"], ready: false) { TeachableNode($0, models) }
      .sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
  }
}

extension TeachableNode {
  fileprivate init?(_ device: OpaquePointer, _ models: KnownModels) {
    guard let path = udev_device_get_devnode(device), let facts = HIDFacts(event: device),
      facts.isPluggable, !facts.keyCodes.isEmpty, !facts.name.hasPrefix("hwctl ")
    else { return nil }
    self.init(
      node: String(cString: path), name: facts.name, product: facts.product,
      model: models.model(for: facts.product)?.id, hasLetters: facts.keyCodes.isSuperset(of: Self.letters))
  }
}
