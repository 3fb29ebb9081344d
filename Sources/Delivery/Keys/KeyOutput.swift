/// Where keys go: the kernel's virtual keyboard, the X server, a Wayland compositor.
protocol KeyOutput {
  /// Whether somebody holds Shift, Ctrl, Alt or Super.
  var modifiersAreHeld: Bool { get }

  /// Claims the keyboard for a text.
  ///
  /// - Returns: false while a shortcut of hwctl is down on it.
  func begin() -> Bool

  /// Lets go of all keys and of the keyboard.
  func end()

  /// The keys that follow belong to this section of the plan.
  func enter(section: Int) throws(DeliveryError)

  func send(_ frames: [KeyFrame]) throws(DeliveryError)

  /// Returns when what was sent has been taken over, where the other side says so.
  func finishChunk() throws(DeliveryError)
}

extension KeyOutput {
  /// One keymap for all.
  func enter(section: Int) {}
}

/// The virtual keyboard of uinput.
struct UinputOutput: KeyOutput {
  private let keyboard: VirtualKeyboard
  private let modifiers: HeldModifiers

  init(_ keyboard: VirtualKeyboard) {
    self.keyboard = keyboard
    modifiers = HeldModifiers(excluding: keyboard.nodeName)
  }

  var modifiersAreHeld: Bool { modifiers.areHeld }

  func begin() -> Bool { keyboard.beginTyping() }

  func end() { keyboard.endTyping() }

  func send(_ frames: [KeyFrame]) throws(DeliveryError) { try keyboard.type(frames) }

  /// The kernel does not say what its readers have taken.
  func finishChunk() {}
}
