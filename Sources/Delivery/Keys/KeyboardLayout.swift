/// The names by which libxkbcommon finds a keymap (RMLVO, xkeyboard-config(7)).
///
/// A nil layout is taken, with its variant, from XKB_DEFAULT_LAYOUT and XKB_DEFAULT_VARIANT, else it is "us"; nil
/// options are taken from XKB_DEFAULT_OPTIONS (xkb_rule_names in xkbcommon.h).
public struct KeyboardLayout: Hashable, Sendable {
  /// "de", "us,ru"; the first layout is used.
  public var layout: String?
  /// "dvorak", "neo"
  public var variant: String?
  /// "compose:ralt,caps:escape"
  public var options: String?

  public init(layout: String? = nil, variant: String? = nil, options: String? = nil) {
    self.layout = layout
    self.variant = variant
    self.options = options
  }

  /// For messages: "us(dvorak)".
  var label: String { (layout ?? "us") + (variant.map { "(\($0))" } ?? "") }
}
