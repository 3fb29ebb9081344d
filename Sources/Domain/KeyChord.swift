/// Keys that are down together: modifiers, and one key named as xkbcommon names its keysym ("v", "Return", "F13").
public struct KeyChord: Hashable, Sendable, CustomStringConvertible {
  /// The first four mean either side of the keyboard.
  public enum Modifier: String, CaseIterable, Hashable, Sendable {
    case control = "ctrl"
    case shift
    case alt
    case `super`
    case leftControl = "leftctrl"
    case rightControl = "rightctrl"
    case leftShift = "leftshift"
    case rightShift = "rightshift"
    case leftAlt = "leftalt"
    case rightAlt = "rightalt"
    case leftSuper = "leftsuper"
    case rightSuper = "rightsuper"

    /// The same modifier without a side.
    public var eitherSide: Modifier {
      switch self {
      case .control, .leftControl, .rightControl: .control
      case .shift, .leftShift, .rightShift: .shift
      case .alt, .leftAlt, .rightAlt: .alt
      case .super, .leftSuper, .rightSuper: .super
      }
    }
  }

  public var modifiers: Set<Modifier>
  /// An xkbcommon keysym name; never empty.
  public var key: String

  public init(modifiers: Set<Modifier>, key: String) {
    self.modifiers = modifiers
    self.key = key
  }

  /// Reads "ctrl+shift+v": any number of modifiers, then exactly one key.
  ///
  /// Modifier names are not case sensitive ("Control" is accepted for "ctrl"); the key is. Nil when a part is empty,
  /// a modifier is unknown or named twice.
  public init?(_ text: String) {
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard let key = parts.popLast(), !key.isEmpty else { return nil }
    var modifiers: Set<Modifier> = []
    for part in parts {
      let name = part.lowercased()
      guard let modifier = Modifier(rawValue: name == "control" ? "ctrl" : name),
        modifiers.insert(modifier).inserted
      else { return nil }
    }
    self.init(modifiers: modifiers, key: key)
  }

  public var description: String {
    (Modifier.allCases.filter(modifiers.contains).map(\.rawValue) + [key]).joined(separator: "+")
  }
}

/// Shortcuts that are pressed one after the other: "ctrl+k ctrl+s". Most have one chord, which stays down as long as its
/// Action is active; of several, each is tapped at the begin.
public struct KeySequence: Hashable, Sendable, CustomStringConvertible {
  public static let limit = 8

  /// 1...`limit`
  public var chords: [KeyChord]

  public init(_ chord: KeyChord) { chords = [chord] }

  /// Reads chords between spaces. Nil when one of them is none, or there are none or too many.
  public init?(_ text: String) {
    var chords: [KeyChord] = []
    for word in text.split(separator: " ") {
      guard let chord = KeyChord(String(word)) else { return nil }
      chords.append(chord)
    }
    guard (1...Self.limit).contains(chords.count) else { return nil }
    self.chords = chords
  }

  public var description: String { chords.map(\.description).joined(separator: " ") }
}
