/// Strikes chords through the X server's test extension.
struct XTestPasteKeyboard: PasteKeyboard {
  var link: X11Link

  func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason> {
    do throws(DeliveryError) {
      let connection = try link.connection()
      let keys = try XTestKeys(connection)
      let keymap = Keymap(try connection.keymap())
      return .success(PasteKeys(output: keys, keystroke: chord.keystroke(on: keymap)))
    } catch {
      return .failure(.noKeymap(error))
    }
  }
}
