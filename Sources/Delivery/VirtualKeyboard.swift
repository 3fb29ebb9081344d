internal import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The keyboard on which hwctl types: one uinput device, made at the start and kept, since a new one loses its first keys.
///
/// May be called from any thread. No call but `waitUntilReady` blocks.
public final class VirtualKeyboard: Sendable {
  private struct State {
    var ledger = KeyLedger()
    var isTyping = false
    var capsLockIsOn = false
    var readiness: ReadinessMachine
  }

  /// The key codes of the device: 1...247, all that an XKB keymap can name (247 + 8 = 255).
  ///
  /// Power, sleep and suspend are left out: systemd-logind holds every keyboard open that has them, which looks like
  /// a reader, and dictation must not be able to switch a machine off.
  static let keyCodes: [UInt16] = (1...247).filter { ![116, 142, 205].contains($0) }

  private let device: UinputDevice
  private let watch: NodeWatch
  private let state: Mutex<State>

  public static let name = "hwctl virtual keyboard"

  /// - Throws: `noUinput`, `noUinputPermission` or `uinputFailed`.
  public init() throws(DeliveryError) {
    // The watch comes first, so that it sees udev open the new node. Without uinput there may be no /dev/input
    // either: then the device's error is the one that helps.
    let watch: NodeWatch
    do {
      watch = try NodeWatch()
    } catch {
      _ = try UinputDevice(name: Self.name, keyCodes: Self.keyCodes)
      throw DeliveryError(.uinputFailed, subject: NodeWatch.folder, cause: error)
    }
    device = try UinputDevice(name: Self.name, keyCodes: Self.keyCodes)
    self.watch = watch
    state = Mutex(State(readiness: ReadinessMachine(made: .now())))
  }

  deinit { releaseAll() }

  /// The event node of the device ("event7"), for others to leave it alone.
  public var nodeName: String { device.nodeName }

  /// Whether keys sent now arrive.
  public var readiness: KeyboardReadiness {
    let kernelReads = Console.active()?.translatesKeys ?? false
    return state.withLock { state in
      takeFacts(&state)
      return state.readiness.readiness(at: .now(), kernelReads: kernelReads)
    }
  }

  /// Blocks until the keyboard is ready.
  ///
  /// - Returns: false when it is not ready after `timeout`: nothing on this machine reads keys now.
  @discardableResult
  public func waitUntilReady(timeout: Duration = .seconds(3)) -> Bool {
    let end = MonotonicInstant.now().advanced(by: timeout)
    while readiness != .ready {
      let now = MonotonicInstant.now()
      guard now < end else { return false }
      let rest = min(Self.readinessPoll, now.duration(to: end))
      var request = pollfd(fd: watch.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, CInt(rest.wholeMilliseconds) + 1)
    }
    return true
  }

  /// The quiet time and a switch of terminals end without a notification; a tenth of the quiet time is early enough.
  private static let readinessPoll = Duration.milliseconds(20)

  private func takeFacts(_ state: inout State) {
    let now = MonotonicInstant.now()
    for fact in watch.take(nodeName: nodeName) { state.readiness.handle(fact, at: now) }
  }

  /// Whether Caps Lock is on, as the desktop or console shows it on the light of this keyboard.
  var capsLockIsOn: Bool {
    state.withLock { state in
      if let light = device.takeCapsLockLight() { state.capsLockIsOn = light }
      return state.capsLockIsOn
    }
  }

  /// Takes the keys of a chord down, modifiers first, and leaves them down until `release`.
  ///
  /// - Throws: `keyboardBusy` while text is typed, since the chord would mix with it; `keyboardGone`.
  public func press(_ chord: ResolvedChord) throws(DeliveryError) {
    try change { state throws(DeliveryError) in
      guard !state.isTyping else { throw DeliveryError(.keyboardBusy, subject: Self.name) }
      return [state.ledger.press(chord)]
    }
  }

  /// Lets the keys of a chord go, the key before its modifiers. A chord that is not down is left alone.
  public func release(_ chord: ResolvedChord) throws(DeliveryError) {
    try change { state in [state.ledger.release(chord)] }
  }

  /// Lets go of every key that is down.
  public func releaseAll() {
    // When this fails the device has gone, and the kernel has let go of its keys.
    try? change { state in [state.ledger.releaseAll()] }
  }

  /// Claims the keyboard for typing: chords are refused until `endTyping`.
  ///
  /// - Returns: false when chords are down.
  func beginTyping() -> Bool {
    state.withLock { state in
      guard state.ledger.isEmpty, !state.isTyping else { return false }
      state.isTyping = true
      return true
    }
  }

  func type(_ frames: [KeyFrame]) throws(DeliveryError) {
    try change { state in
      for frame in frames { state.ledger.record(frame) }
      return frames
    }
  }

  func endTyping() {
    releaseAll()
    state.withLock { $0.isTyping = false }
  }

  /// Changes the books and sends what follows from it in one step: two threads cannot send in another order than they book.
  private func change(
    _ body: (inout State) throws(DeliveryError) -> [KeyFrame]
  ) throws(DeliveryError) {
    let failure: DeliveryError? = state.withLock { state in
      do throws(DeliveryError) {
        let frames = try body(&state)
        do throws(SystemError) {
          try device.write(frames)
          return nil
        } catch {
          return DeliveryError(.keyboardGone, subject: Self.name, cause: error)
        }
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
