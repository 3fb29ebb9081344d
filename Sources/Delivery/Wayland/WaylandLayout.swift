internal import Domain
internal import Synchronization
internal import SystemCalls

/// The layout in which a Wayland session types now.
///
/// The keymap comes from the compositor (wl_keyboard). Which of its groups is on is said to the program in front only; sway
/// tells it to everybody. Where it is not known, only what all groups type with the same keys counts as typeable.
final class WaylandLayout: Sendable {
  private struct Key: Hashable {
    var keymap: String
    var group: UInt32?
  }

  private let thread: DisplayThread<WaylandSession>
  /// SWAYSOCK; nil elsewhere.
  private let swaySocket: String?
  /// Compiling takes tens of milliseconds.
  private let last = Mutex<(key: Key, keymap: Keymap)?>(nil)

  init(_ thread: DisplayThread<WaylandSession>, swaySocket: String?) {
    self.thread = thread
    self.swaySocket = swaySocket
  }

  /// - Returns: nil where the compositor shows no keymap but hwctl's own.
  /// - Throws: `noKeymap`, also where sway has another layout for the virtual keyboard than for the user's.
  func keymap() throws(DeliveryError) -> Keymap? {
    let shown = thread.perform { session in
      session.roundTrip()
      return session.seatKeyboard?.keymap
    }
    guard let text = shown ?? nil else { return nil }
    let input = try takenInput()
    let key = Key(keymap: text, group: input?.group)
    if let last = last.withLock({ $0 }), last.key == key { return last.keymap }
    let keymap = try Self.compile(text, input)
    last.withLock { $0 = (key, keymap) }
    return keymap
  }

  /// What sway says of the virtual keyboard, as soon as it has taken it: keys before that are lost, although it may have opened
  /// the node.
  ///
  /// - Returns: nil elsewhere, and where sway does not answer.
  private func takenInput() throws(DeliveryError) -> SwayInput? {
    guard let swaySocket else { return nil }
    let end = MonotonicInstant.now().advanced(by: Self.takenLimit)
    while true {
      do throws(WindowSystemError) {
        if let input = try SwayInputs.virtualKeyboard(path: swaySocket) { return input }
      } catch {
        return nil
      }
      guard MonotonicInstant.now() < end else {
        throw DeliveryError(.noKeymap, subject: "of the virtual keyboard")
      }
      MonotonicInstant.now().advanced(by: Self.takenPoll).sleep()
    }
  }

  /// As long as the kernel's keyboard is waited for (`TypingOptions.readinessWait`).
  private static let takenLimit = Duration.seconds(3)
  private static let takenPoll = Duration.milliseconds(20)

  private static func compile(_ text: String, _ input: SwayInput?) throws(DeliveryError) -> Keymap {
    let compiled = try XKBKeymap(text: text, base: XKBKeymap.BaseState(group: input?.group ?? 0))
    if let input, input.layouts != compiled.layouts {
      throw DeliveryError(.noKeymap, subject: "of the virtual keyboard")
    }
    guard input == nil else { return Keymap(compiled) }
    var common = Keymap(compiled)
    for group in compiled.layouts.indices.dropFirst() {
      common.keepOnly(Keymap(try XKBKeymap(text: text, base: XKBKeymap.BaseState(group: UInt32(group)))))
    }
    return common
  }
}

extension Keymap {
  /// Drops every keystroke that means something else in the other keymap.
  fileprivate mutating func keepOnly(_ other: Keymap) {
    characters = characters.filter { other.characters[$0.key] == $0.value }
    capsLockCharacters = capsLockCharacters.filter { other.capsLockCharacters[$0.key] == $0.value }
    symbols = symbols.filter { other.symbols[$0.key] == $0.value }
  }
}
