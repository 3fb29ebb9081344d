/// The keys by which a program pastes. A wrong one is no harmless miss: a terminal puts Ctrl+V into its program as 0x16.
enum PasteChord: Hashable, Sendable {
  case controlV
  case controlShiftV
  /// Pastes the primary selection: the old X programs.
  case shiftInsert
  /// The same keys, for the clipboard.
  case shiftInsertClipboard

  /// What is known to be a terminal, by application id or class, in small letters, and how it pastes.
  static let terminals: [String: PasteChord] = [
    "alacritty": .controlShiftV,
    "com.mitchellh.ghostty": .controlShiftV,
    "com.raggesilver.blackbox": .controlShiftV,
    "contour": .controlShiftV,
    "cool-retro-term": .controlShiftV,
    "foot": .controlShiftV,
    "footclient": .controlShiftV,
    "gnome-terminal": .controlShiftV,
    "gnome-terminal-server": .controlShiftV,
    "guake": .controlShiftV,
    "io.elementary.terminal": .controlShiftV,
    "kgx": .controlShiftV,
    "kitty": .controlShiftV,
    "konsole": .controlShiftV,
    "lxterminal": .controlShiftV,
    "mate-terminal": .controlShiftV,
    "org.codeberg.dnkl.foot": .controlShiftV,
    "org.contourterminal.contour": .controlShiftV,
    "org.gnome.console": .controlShiftV,
    "org.gnome.ptyxis": .controlShiftV,
    "org.gnome.terminal": .controlShiftV,
    "org.kde.konsole": .controlShiftV,
    "org.kde.yakuake": .controlShiftV,
    "org.wezfurlong.wezterm": .controlShiftV,
    "qterminal": .controlShiftV,
    "rxvt": .shiftInsert,
    "st": .controlShiftV,
    "st-256color": .controlShiftV,
    "terminator": .controlShiftV,
    "terminology": .controlShiftV,
    "tilix": .controlShiftV,
    "urxvt": .shiftInsert,
    "uxterm": .shiftInsert,
    "xfce4-terminal": .controlShiftV,
    "xterm": .shiftInsert,
    "yakuake": .controlShiftV,
  ]

  /// Other programs that do not paste by Ctrl+V: Shift+Insert is Emacs' yank, and takes the clipboard.
  private static let others: [String: PasteChord] = ["emacs": .shiftInsertClipboard]

  /// - Returns: nil where nothing is known of the program: the chord would be a guess.
  static func of(_ target: Target?) -> PasteChord? {
    if let name = target?.applicationID?.lowercased() {
      if let chord = terminals[name] ?? others[name] { return chord }
      return target?.role == .terminal ? .controlShiftV : .controlV
    }
    return target?.role.map { $0 == .terminal ? .controlShiftV : .controlV }
  }
}
