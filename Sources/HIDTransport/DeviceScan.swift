public import Domain
public import Drivers
internal import Glibc
public import SystemCalls

/// A node of a known model, as found without a daemon.
public struct ScannedDevice: Hashable, Sendable {
  /// "/dev/input/event7"
  public var node: String
  public var name: String
  public var model: ModelID
  public var product: ProductID
  /// 0 when this user may read the node, else the errno of open(2): EACCES is a missing udev rule.
  public var openCode: CInt
  /// The other processes that have the node open; one of them may have grabbed it. Empty when none can be seen.
  public var holders: [NodeHolder]

  public init(
    node: String, name: String, model: ModelID, product: ProductID, openCode: CInt, holders: [NodeHolder]
  ) {
    self.node = node
    self.name = name
    self.model = model
    self.product = product
    self.openCode = openCode
    self.holders = holders
  }

  public var isReadable: Bool { openCode == 0 }
}

/// Looks for known Devices once, for `hwctl devices` and `hwctl doctor`. Grabs nothing.
public enum DeviceScan {
  /// In the order of their paths in sysfs; blocks for some milliseconds.
  ///
  /// - Parameter models: the catalogue, with what the user has taught.
  public static func run(_ models: KnownModels) throws(HIDError) -> [ScannedDevice] {
    try Udev.matchedNodes(models, ready: false).map { matched in
      ScannedDevice(
        node: matched.node, name: matched.name, model: matched.model.id, product: matched.product,
        openCode: openCode(matched.node), holders: NodeHolders.find(matched.node))
    }
  }

  private static func openCode(_ path: String) -> CInt {
    do throws(SystemError) {
      _ = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
      return 0
    } catch {
      return error.code
    }
  }
}
