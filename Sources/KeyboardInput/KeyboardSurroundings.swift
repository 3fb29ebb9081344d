public import Domain

/// What the keyboard thread has to know from others. All are called on that thread and must not block.
public struct KeyboardSurroundings: Sendable {
  /// The evdev codes of a chord on the user's layout; nil when the layout has no such key. Asked again at each
  /// `setChords`. Modifier keys are asked for by their keysym names: "Control_L", "Alt_R", "ISO_Level3_Shift".
  public var keys: @Sendable (KeyChord) -> ChordKeys?
  /// Whether hwctl has a Driver for a product, and so takes it as a Device.
  public var isDriven: @Sendable (ProductID) -> Bool
  /// Whether a virtual terminal is in front that translates keys itself: then a keyboard works without a reader.
  public var kernelReads: @Sendable () -> Bool

  public init(
    keys: @escaping @Sendable (KeyChord) -> ChordKeys?, isDriven: @escaping @Sendable (ProductID) -> Bool,
    kernelReads: @escaping @Sendable () -> Bool
  ) {
    self.keys = keys
    self.isDriven = isDriven
    self.kernelReads = kernelReads
  }
}
