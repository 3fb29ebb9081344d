/// A keyboard that the user lists for chords, and what hwctl may do with it. No other keyboard is ever opened.
public struct KeyboardSelection: Hashable, Sendable {
  public enum Match: Hashable, Sendable {
    /// The kernel's name of the keyboard, as `hwctl devices` shows it; never empty.
    case name(String)
    /// A link that udev keeps: "/dev/input/by-id/usb-Acme_Keyboard-event-kbd" or one in "/dev/input/by-path".
    case path(String)
    /// Every keyboard of this vendor and product.
    case product(ProductID)
  }

  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The keyboard stays with the desktop; the kernel gives hwctl the keys of the chords and the modifiers, nothing else.
    case observe
    /// hwctl takes the keyboard and passes on all but the chords through a virtual copy of it.
    case grab
  }

  public var match: Match
  public var mode: Mode

  public init(match: Match, mode: Mode) {
    self.match = match
    self.mode = mode
  }
}

extension KeyboardSelection.Match: CustomStringConvertible {
  /// "Acme Keyboard", "/dev/input/by-id/usb-Acme_Keyboard-event-kbd", "046d:c31c".
  public var description: String {
    switch self {
    case .name(let name): name
    case .path(let path): path
    case .product(let product): product.description
    }
  }
}
