/// Strikes chords on a compositor's virtual keyboard, whose keymap has the keys for them at fixed places.
struct WaylandPasteKeyboard: PasteKeyboard {
  var thread: DisplayThread<WaylandSession>

  func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason> {
    if let reason = thread.keyboardObstacle() { return .failure(reason) }
    let keys = WaylandKeys(
      thread: thread, sections: [WaylandKeymap.Section()],
      modifiers: HeldModifiers(excluding: "", console: nil))
    return .success(PasteKeys(output: keys, keystroke: Self.keystroke(chord)))
  }

  static func keystroke(_ chord: PasteChord) -> Keystroke {
    switch chord {
    case .controlV: Keystroke(modifiers: [WaylandKeymap.control], key: WaylandKeymap.letterV)
    case .controlShiftV:
      Keystroke(modifiers: [WaylandKeymap.control, WaylandKeymap.shift], key: WaylandKeymap.letterV)
    case .shiftInsert, .shiftInsertClipboard:
      Keystroke(modifiers: [WaylandKeymap.shift], key: WaylandKeymap.insert)
    }
  }
}
