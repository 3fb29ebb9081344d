/// A step of teaching hwctl a Device.
public struct LearningStep: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// The node is grabbed; `product` and `name` are set.
    case began
    /// A key went down; `keyCode` is set, and `scanCode` where the kernel tells one.
    case pressed
    /// It went up; `isTapOnly` is set, too.
    case released
    /// The node was unplugged, or everything was let go of.
    case ended
  }

  public var kind: Kind
  /// "05f3:00ff"
  public var product: String?
  public var name: String?
  public var scanCode: UInt32?
  public var keyCode: UInt16?
  /// So far the key was released at once each time: nothing can be held with it.
  public var isTapOnly: Bool?

  public init(_ kind: Kind) { self.kind = kind }
}
