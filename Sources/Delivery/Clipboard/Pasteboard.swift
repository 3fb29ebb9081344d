/// A desktop's clipboard, from the delivery queue.
protocol Pasteboard: Sendable {
  /// Whether the primary selection can be used, which the old X programs paste.
  var hasPrimary: Bool { get }

  /// Takes over what is on the clipboard, in all its formats, and offers a text in its place.
  ///
  /// - Parameters:
  ///   - primary: offers it as the primary selection instead of the clipboard.
  ///   - target: who is to read it.
  /// - Returns: why it cannot be done; everything is as before then.
  func offer(_ text: String, primary: Bool, to target: Target?) -> KeptReason?

  /// From now on a read can be that of the program that pastes.
  func chordFollows()

  /// The reads since `chordFollows`.
  func reads() -> [ClipboardRead]

  /// Gives back what was there before, in all its formats.
  func restore()
}

/// Strikes the keys of a chord.
protocol PasteKeyboard: Sendable {
  func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason>
}

/// The first of several that can strike the chord now.
struct PasteKeyboards: PasteKeyboard {
  var first: any PasteKeyboard
  var second: any PasteKeyboard

  func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason> {
    first.keys(for: chord).flatMapError { _ in second.keys(for: chord) }
  }
}

struct PasteKeys {
  var output: any KeyOutput
  var keystroke: Keystroke
}
