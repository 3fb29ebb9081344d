public import Domain

/// The evdev codes of a chord on a keyboard layout; nil when it has no such key. Modifier keys are asked for by their keysym
/// names: "Control_L", "Alt_R", "ISO_Level3_Shift".
public typealias ChordLayout = (KeyChord) -> ChordKeys?

/// What the keyboard thread has to know from others. All but `layout` are called on that thread and must not block.
public struct KeyboardSurroundings: Sendable {
  /// The user's layout as it is now. Called by `setChords` on the thread that calls it, once, and may block.
  public var layout: @Sendable () -> ChordLayout
  /// Whether hwctl has a Driver for a product, and so takes it as a Device.
  public var isDriven: @Sendable (ProductID) -> Bool
  /// Whether a virtual terminal is in front that translates keys itself: then a keyboard works without a reader.
  public var kernelReads: @Sendable () -> Bool

  public init(
    layout: @escaping @Sendable () -> ChordLayout, isDriven: @escaping @Sendable (ProductID) -> Bool,
    kernelReads: @escaping @Sendable () -> Bool
  ) {
    self.layout = layout
    self.isDriven = isDriven
    self.kernelReads = kernelReads
  }
}
