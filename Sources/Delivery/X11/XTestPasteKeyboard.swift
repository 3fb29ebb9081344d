/// Strikes chords through the X server's test extension.
struct XTestPasteKeyboard: PasteKeyboard {
  var connection: X11Connection

  func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason> {
    do throws(DeliveryError) {
      let keys = try XTestKeys(connection)
      let keymap = Keymap(try connection.keymap())
      return .success(PasteKeys(output: keys, keystroke: chord.keystroke(on: keymap)))
    } catch {
      return .failure(.noKeymap(error))
    }
  }
}
