/// Typing on a compositor's virtual keyboard from the delivery queue.
struct WaylandKeys: KeyOutput {
  var thread: DisplayThread<WaylandSession>
  var sections: [WaylandKeymap.Section]
  var modifiers: HeldModifiers

  var modifiersAreHeld: Bool { modifiers.areHeld }

  func begin() -> Bool { true }

  func end() { _ = thread.perform { $0.keyboard?.releaseAll() } }

  func enter(section: Int) throws(DeliveryError) {
    let text = sections[section].text
    try check(thread.perform { $0.keyboard?.use(keymap: text) ?? false })
  }

  func send(_ frames: [KeyFrame]) throws(DeliveryError) {
    try check(
      thread.perform { session in
        session.keyboard?.send(frames)
        return session.keyboard != nil
      })
  }

  func finishChunk() throws(DeliveryError) { try check(thread.perform { $0.roundTrip() }) }

  private func check(_ result: Bool?) throws(DeliveryError) {
    if result != true { throw DeliveryError(.displayGone, subject: "Wayland") }
  }
}
