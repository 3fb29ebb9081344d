/// One object on the accessibility bus. The bus gives a unique name to one connection only, ever: an application that was
/// started anew has another.
struct AccessibleObject: Hashable, Sendable {
  /// ":1.42"
  var owner: String
  var path: String

  /// The application that the object belongs to.
  var application: AccessibleObject { AccessibleObject(owner: owner, path: Self.rootPath) }

  /// Where every application has its root (AT-SPI, "org.a11y.atspi.Application").
  static let rootPath = "/org/a11y/atspi/accessible/root"
  /// All applications are its children.
  static let desktop = AccessibleObject(owner: "org.a11y.atspi.Registry", path: rootPath)
}

/// AtspiStateType of atspi-constants.h: bit numbers.
struct AccessibleStates: OptionSet, Hashable, Sendable {
  var rawValue: UInt64

  static let active = state(1)
  static let editable = state(7)
  static let focused = state(12)
  static let multiLine = state(17)
  static let showing = state(25)
  static let singleLine = state(26)

  private static func state(_ bit: UInt64) -> Self { Self(rawValue: 1 << bit) }
}

/// AtspiRole of atspi-constants.h, the ones that decide something.
struct AccessibleRole: Hashable, Sendable {
  var rawValue: UInt32

  static let passwordText = Self(rawValue: 40)
  static let terminal = Self(rawValue: 60)
  static let text = Self(rawValue: 61)
  static let application = Self(rawValue: 75)
  static let entry = Self(rawValue: 79)

  /// Text there would press a button or choose a menu item: check box, check menu item, menu, menu item, page tab, push
  /// button, radio button, radio menu item, slider, toggle button, link.
  private static let controls: Set<UInt32> = [7, 8, 33, 35, 37, 43, 44, 45, 51, 62, 88]
  /// Edited as parts of a document: paragraph, section, document web, document frame.
  private static let documentParts: Set<UInt32> = [73, 82, 85, 95]

  var isControl: Bool { Self.controls.contains(rawValue) }

  var target: TargetRole {
    switch self {
    case .passwordText: .password
    case .terminal: .terminal
    case .text, .entry: .text
    default: Self.documentParts.contains(rawValue) ? .document : .other
    }
  }
}
