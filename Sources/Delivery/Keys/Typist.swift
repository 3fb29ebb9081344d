internal import Domain
internal import Glibc
internal import SystemCalls

/// How text is typed.
public struct TypingOptions: Hashable, Sendable {
  /// From one keystroke to the next. 4 ms lost nothing under sway, Xorg, GTK and the console (measured).
  public var keyDelay = Duration.milliseconds(4)
  /// Keystrokes after which modifiers and the target are looked at again, at least 1. A window that stalls while some
  /// 220 characters arrive is disconnected by its compositor (measured).
  public var chunkLength = 50
  /// How long held modifiers are waited for, before the first key and before each chunk.
  public var modifierWait = Duration.seconds(3)
  /// How long the virtual keyboard may take until somebody reads it.
  public var readinessWait = Duration.seconds(3)

  public init() {}
}

/// Types one planned text on the virtual keyboard.
struct Typist {
  var keyboard: VirtualKeyboard
  var options: TypingOptions
  /// Whether the target is still the one that was meant; see `TextRoute`.
  var prove: () -> KeptReason?
  var isCancelled: () -> Bool

  func type(_ plan: TypingPlan) -> DeliveryReport.Outcome {
    let modifiers = HeldModifiers(excluding: keyboard.nodeName)
    if let reason = waitUntil({ !modifiers.areHeld && keyboard.beginTyping() }) { return .kept(reason) }
    defer { keyboard.endTyping() }
    var delivered = 0
    while delivered < plan.keystrokes.count {
      if let reason = waitUntil({ !modifiers.areHeld }) ?? prove() { return stopped(at: delivered, reason) }
      let chunk = plan.keystrokes[delivered...].prefix(max(1, options.chunkLength))
      do throws(DeliveryError) {
        try send(chunk, &delivered)
      } catch {
        return stopped(at: delivered, .noKeyboard(error))
      }
    }
    return .typed
  }

  private func stopped(at delivered: Int, _ reason: KeptReason) -> DeliveryReport.Outcome {
    delivered == 0 ? .kept(reason) : .partial(charactersDelivered: delivered, reason: reason)
  }

  /// Sends a chunk at an even pace, as far as it is not cancelled, and lets its last key go.
  private func send(_ chunk: ArraySlice<Keystroke>, _ delivered: inout Int) throws(DeliveryError) {
    var packer = KeyFramePacker()
    var next = MonotonicInstant.now()
    for keystroke in chunk where !isCancelled() {
      try keyboard.type(packer.frames(for: keystroke))
      delivered += 1
      next = next.advanced(by: options.keyDelay)
      Self.sleep(until: next)
    }
    try keyboard.type(packer.finish())
  }

  /// Waits for a condition, for `modifierWait` at most.
  ///
  /// - Returns: nil when it holds, else why it is waited for no longer.
  private func waitUntil(_ condition: () -> Bool) -> KeptReason? {
    let end = MonotonicInstant.now().advanced(by: options.modifierWait)
    while true {
      if isCancelled() { return .cancelled }
      if condition() { return nil }
      let now = MonotonicInstant.now()
      guard now < end else { return .modifiersHeld }
      Self.sleep(until: now.advanced(by: Self.modifierPoll))
    }
  }

  /// Short against the time in which a hand lets go of a key.
  private static let modifierPoll = Duration.milliseconds(10)

  private static func sleep(until instant: MonotonicInstant) {
    var time = timespec(
      tv_sec: Int(instant.nanoseconds / 1_000_000_000), tv_nsec: Int(instant.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
