internal import Dispatch
internal import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The keyboard on which hwctl types: one uinput device, made at the start and kept, since a new one loses its first keys.
///
/// May be called from any thread. No call but `waitUntilReady` blocks.
public final class VirtualKeyboard: Sendable {
  private struct Keys {
    var device: UinputDevice
    var ledger = KeyLedger()
    var shortcuts = Shortcuts()
    var isTyping = false

    /// It is to be made anew after the text that is typed now.
    var waitsForRenewal = false

    /// Not while text is typed: its keys would be lost.
    mutating func mayBeReplaced() -> Bool {
      waitsForRenewal = isTyping
      return !isTyping
    }

    /// - Returns: the old device; nil when text is typed by now.
    mutating func replace(_ new: UinputDevice) -> UinputDevice? {
      guard mayBeReplaced() else { return nil }
      shortcuts.forget()
      ledger = KeyLedger()
      defer { device = new }
      return device
    }

    func send(_ output: Shortcuts.Output) -> ShortcutOutcome {
      switch output {
      case .events(let range): return device.write(shortcuts.events, range) == 0 ? .sent : .gone
      case .frames(let frames):
        do throws(SystemError) { try device.write(frames) } catch { return .gone }
        return .sent
      }
    }
  }

  /// The key codes of the device: 1...247, all that an XKB keymap can name (247 + 8 = 255).
  ///
  /// Power, sleep and suspend are left out: systemd-logind holds every keyboard open that has them, which looks like
  /// a reader, and dictation must not be able to switch a machine off.
  static let keyCodes: [UInt16] = (1...247).filter { ![116, 142, 205].contains($0) }

  /// For those who only look at the keyboard.
  private let shown: Mutex<UinputDevice>
  private let watch: NodeWatch
  /// Taken for each press: never held longer than one write. Whoever only looks at the keyboard takes another lock.
  private let keys: Mutex<Keys>
  private let readinessMachine: Mutex<ReadinessMachine>
  /// Whether the Caps Lock light was on when it changed last.
  private let capsLock = Mutex(false)

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
    let device = try UinputDevice(name: Self.name, keyCodes: Self.keyCodes)
    shown = Mutex(device)
    keys = Mutex(Keys(device: device))
    self.watch = watch
    readinessMachine = Mutex(ReadinessMachine(made: .now()))
  }

  deinit { releaseAll() }

  /// The event node of the device ("event7"), for others to leave it alone.
  public var nodeName: String { shown.withLock { $0.nodeName } }

  /// Whether keys sent now arrive.
  public var readiness: KeyboardReadiness {
    let kernelReads = Console.active()?.translatesKeys ?? false
    return readinessMachine.withLock { machine in
      takeFacts(&machine)
      return machine.readiness(at: .now(), kernelReads: kernelReads)
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

  private func takeFacts(_ machine: inout ReadinessMachine) {
    let now = MonotonicInstant.now()
    for fact in watch.take(nodeName: nodeName) { machine.handle(fact, at: now) }
  }

  /// Whether Caps Lock is on, as the desktop or console shows it on the light of this keyboard.
  var capsLockIsOn: Bool {
    capsLock.withLock { isOn in
      if let light = shown.withLock({ $0.takeCapsLockLight() }) { isOn = light }
      return isOn
    }
  }

  /// Prepares shortcuts, so that a press of one need only write. What is down stays so until its release.
  ///
  /// - Parameter shortcuts: by numbers of the caller's choice; nil where there is none. Of several chords each is tapped
  ///   at the press, in one write; of one, the keys stay down until the release.
  public func prepare(_ shortcuts: [[ResolvedChord]?]) {
    keys.withLock { $0.shortcuts.prepare(shortcuts, &$0.ledger) }
  }

  /// The hot path: neither allocates nor throws.
  public func press(shortcut number: Int) -> ShortcutOutcome {
    keys.withLock { keys in
      guard !keys.isTyping else { return .busy }
      guard let output = keys.shortcuts.press(number, &keys.ledger) else { return .unknown }
      return keys.send(output)
    }
  }

  public func release(shortcut number: Int) -> ShortcutOutcome {
    keys.withLock { keys in
      guard let output = keys.shortcuts.release(number, &keys.ledger) else { return .unknown }
      return keys.send(output)
    }
  }

  /// Takes the keyboard away and makes it anew, soon: whoever believes one of its keys to be down, rightly or not, lets go of
  /// it with the device. It is not ready for some tenths of a second. While text is typed, it is done after that.
  public func renew() {
    guard keys.withLock({ $0.mayBeReplaced() }) else { return }
    DispatchQueue.global().async { [self] in
      do throws(DeliveryError) {
        let (leftOver, isReplaced) = try replaceDevice()
        // Until here, where no lock is held: the kernel takes its time to remove a device, and lets go of its keys.
        withExtendedLifetime(leftOver) {}
        if isReplaced { Log.notice("the virtual keyboard was made anew") }
      } catch {
        Log.error("the virtual keyboard cannot be made anew", ["code": .code(error.code)])
      }
    }
  }

  /// - Returns: the old device; the new one where a text has begun meanwhile, which renews the keyboard at its end.
  private func replaceDevice() throws(DeliveryError) -> (leftOver: UinputDevice, isReplaced: Bool) {
    typealias Outcome = Result<(leftOver: UinputDevice, isReplaced: Bool), DeliveryError>
    let outcome = readinessMachine.withLock { machine -> Outcome in
      // Under this lock nobody takes the openings of the new node for those of another.
      do throws(DeliveryError) {
        let device = try UinputDevice(name: Self.name, keyCodes: Self.keyCodes)
        guard let old = keys.withLock({ $0.replace(device) }) else { return .success((device, false)) }
        shown.withLock { $0 = device }
        machine = ReadinessMachine(made: .now())
        return .success((old, true))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Lets go of every key that is down.
  public func releaseAll() {
    // When this fails the device has gone, and the kernel has let go of its keys.
    try? change { keys in
      keys.shortcuts.forget()
      return [keys.ledger.releaseAll()]
    }
  }

  /// Claims the keyboard for typing: chords are refused until `endTyping`.
  ///
  /// - Returns: false when chords are down.
  func beginTyping() -> Bool {
    keys.withLock { keys in
      guard keys.ledger.isEmpty, keys.shortcuts.isAtRest, !keys.isTyping else { return false }
      keys.isTyping = true
      return true
    }
  }

  func type(_ frames: [KeyFrame]) throws(DeliveryError) {
    try change { keys in
      for frame in frames { keys.ledger.record(frame) }
      return frames
    }
  }

  func endTyping() {
    releaseAll()
    let waitsForRenewal = keys.withLock { keys in
      keys.isTyping = false
      return keys.waitsForRenewal
    }
    if waitsForRenewal { renew() }
  }

  /// Changes the books and sends what follows from it in one step: two threads cannot send in another order than they book.
  private func change(_ body: (inout Keys) -> [KeyFrame]) throws(DeliveryError) {
    let failure: DeliveryError? = keys.withLock { keys in
      keys.shortcuts.book(&keys.ledger)
      let frames = body(&keys)
      do throws(SystemError) {
        try keys.device.write(frames)
        return nil
      } catch {
        return DeliveryError(.keyboardGone, subject: Self.name, cause: error)
      }
    }
    if let failure { throw failure }
  }
}
