/// Behaviour that hwctl can execute.
///
/// Two Controls bound to equal Actions share one Active Action: it begins with the first owner and ends with the last.
public enum Action: Hashable, Sendable {
  case none
  case keyboardShortcut(KeyChord)
  case localDictation

  /// The name used in profiles, on the command line and in messages.
  public var kind: ActionKind {
    switch self {
    case .none: .none
    case .keyboardShortcut: .keyboardShortcut
    case .localDictation: .localDictation
    }
  }
}

public enum ActionKind: String, CaseIterable, Hashable, Sendable {
  case none
  case keyboardShortcut
  case localDictation
}

/// Keys that are down together: modifiers, and one key named as xkbcommon names its keysym ("v", "Return", "F13").
public struct KeyChord: Hashable, Sendable, CustomStringConvertible {
  public enum Modifier: String, CaseIterable, Hashable, Sendable {
    case control = "ctrl"
    case shift
    case alt
    case `super`
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

/// When an Action begins and ends, seen from its Control.
public enum InteractionMode: String, CaseIterable, Hashable, Sendable {
  /// Begin on press, end on release. Called "Hold" where users read it.
  case momentary
  /// Begin and end on successive presses.
  case toggle
}
