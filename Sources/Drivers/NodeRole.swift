/// What can be known of a device node without opening it.
public struct NodeTraits: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// - Parameter keys: the EV_KEY codes that it can send; nil where they are not known.
    case evdev(keys: Set<UInt16>?)
    case hidraw(ReportDescriptor)
  }

  public var kind: Kind
  /// The number of its USB interface.
  public var interface: Int?

  public init(kind: Kind, interface: Int?) {
    self.kind = kind
    self.interface = interface
  }
}

/// What a node of a Device is opened for.
public enum NodeRole: Hashable, Sendable {
  case reads
  /// Grabbed so that nobody else reads it, and not read.
  case silences
}

extension DeviceModel {
  /// Nil for a node that is left alone.
  public func role(of node: NodeTraits) -> NodeRole? {
    switch (transport, node.kind) {
    case (.evdev(let required), .evdev(let keys)):
      guard let required else { return .reads }
      return keys?.contains(required) == true ? .reads : nil
    case (.evdev, .hidraw):
      return nil
    case (.hidraw(let layout), .evdev):
      return layout.silencesEvdev ? .silences : nil
    case (.hidraw(let layout), .hidraw(let descriptor)):
      // A driver that tells no interface number has one interface.
      if let interface = layout.interface, let own = node.interface, own != interface { return nil }
      if let application = layout.application, !descriptor.applications.contains(application) { return nil }
      return .reads
    }
  }
}
