internal import Domain

/// Strikes chords on the kernel's virtual keyboard.
struct UinputPasteKeyboard: PasteKeyboard {
  var route: UinputRoute

  func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason> {
    do throws(DeliveryError) {
      let keyboard: VirtualKeyboard
      switch route.keyboard {
      case .success(let found): keyboard = found
      case .failure(let error): return .failure(.noKeyboard(error))
      }
      guard keyboard.waitUntilReady(timeout: route.options.readinessWait) else {
        return .failure(.keyboardNotReady)
      }
      let keymap = try route.currentKeymap()
      return .success(PasteKeys(output: UinputOutput(keyboard), keystroke: chord.keystroke(on: keymap)))
    } catch {
      return .failure(.noKeymap(error))
    }
  }
}

extension PasteChord {
  private var chord: KeyChord {
    switch self {
    case .controlV: KeyChord(modifiers: [.control], key: "v")
    case .controlShiftV: KeyChord(modifiers: [.control, .shift], key: "v")
    case .shiftInsert, .shiftInsertClipboard: KeyChord(modifiers: [.shift], key: "Insert")
    }
  }

  /// The keys on a layout; on one without a V (Cyrillic), those of its place, which toolkits then look for.
  func keystroke(on keymap: Keymap) -> Keystroke {
    keymap.resolve(chord) ?? WaylandPasteKeyboard.keystroke(self)
  }
}
