/// The keys by which a program pastes. A wrong one is no harmless miss: a terminal puts Ctrl+V into its program as 0x16.
enum PasteChord: Hashable, Sendable {
  case controlV
  case controlShiftV
  /// Pastes the primary selection in the old X programs, and the clipboard in others.
  case shiftInsert

  /// The programs that do not paste by Ctrl+V, by application id or class, in small letters.
  static let exceptions: [String: PasteChord] = [
    "alacritty": .controlShiftV,
    "com.mitchellh.ghostty": .controlShiftV,
    "com.raggesilver.blackbox": .controlShiftV,
    "contour": .controlShiftV,
    "cool-retro-term": .controlShiftV,
    "emacs": .shiftInsert,
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

  /// - Returns: nil where nothing is known of the program: the chord would be a guess.
  static func of(_ target: Target?) -> PasteChord? {
    if let name = target?.applicationID?.lowercased() {
      if let exception = exceptions[name] { return exception }
      return target?.role == .terminal ? .controlShiftV : .controlV
    }
    return target?.role.map { $0 == .terminal ? .controlShiftV : .controlV }
  }
}
