/// Where keys go: the kernel's virtual keyboard, the X server, a Wayland compositor.
protocol KeyOutput {
  /// Whether a key stays down until the next one, which halves the events on the way. Where no queue can overflow it comes up
  /// at once: a program that sees a key down for 600 ms repeats it, also when it is hwctl that was held up.
  var holdsKeys: Bool { get }

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
  var holdsKeys: Bool { false }

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

  /// For the evdev queue of a reader (`KeyFramePacker`).
  var holdsKeys: Bool { true }

  func begin() -> Bool { keyboard.beginTyping() }

  func end() { keyboard.endTyping() }

  func send(_ frames: [KeyFrame]) throws(DeliveryError) { try keyboard.type(frames) }

  /// The kernel does not say what its readers have taken.
  func finishChunk() {}
}
