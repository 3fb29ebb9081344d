internal import Domain
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

/// Types one planned text.
struct Typist {
  var keys: any KeyOutput
  var options: TypingOptions
  /// What the target has yet to read; nil where that cannot be seen.
  var backlog: Backlog?
  /// Whether the target is still the one that was meant; see `TextRoute`.
  var prove: () -> KeptReason?
  var isCancelled: () -> Bool

  func type(_ plan: TypingPlan) -> DeliveryReport.Outcome {
    if let reason = waitUntil({ !keys.modifiersAreHeld && keys.begin() }) { return .kept(reason) }
    defer { keys.end() }
    var delivered = 0
    while delivered < plan.keystrokes.count {
      if let reason = obstacle() { return stopped(at: delivered, reason) }
      do throws(DeliveryError) {
        if let section = plan.sectionStarts.firstIndex(of: delivered) { try keys.enter(section: section) }
        try send(chunk(of: plan, from: delivered), &delivered)
      } catch {
        return stopped(at: delivered, .noKeyboard(error))
      }
    }
    return .typed
  }

  /// Ends where another section begins.
  private func chunk(of plan: TypingPlan, from start: Int) -> ArraySlice<Keystroke> {
    let end = plan.sectionStarts.first { $0 > start } ?? plan.keystrokes.count
    return plan.keystrokes[start..<end].prefix(max(1, options.chunkLength))
  }

  /// Types keys that are no text: a paste.
  ///
  /// - Returns: nil when they were sent, else why not.
  func strike(_ keystroke: Keystroke) -> KeptReason? {
    switch type(TypingPlan(keystrokes: [keystroke])) {
    case .kept(let reason), .partial(_, let reason): reason
    default: nil
    }
  }

  /// Why the next chunk cannot be typed: what is waited for comes first, and the proof right before the keys.
  private func obstacle() -> KeptReason? {
    if let backlog, !backlog.waitUntilRead(isCancelled: isCancelled) {
      return isCancelled() ? .cancelled : .target(.notAnswering)
    }
    return waitUntil({ !keys.modifiersAreHeld }) ?? prove()
  }

  private func stopped(at delivered: Int, _ reason: KeptReason) -> DeliveryReport.Outcome {
    delivered == 0 ? .kept(reason) : .partial(charactersDelivered: delivered, reason: reason)
  }

  /// Sends a chunk at an even pace, as far as it is not cancelled, and lets its last key go.
  private func send(_ chunk: ArraySlice<Keystroke>, _ delivered: inout Int) throws(DeliveryError) {
    var packer = KeyFramePacker()
    var next = MonotonicInstant.now()
    for keystroke in chunk where !isCancelled() {
      try keys.send(packer.frames(for: keystroke) + (keys.holdsKeys ? [] : packer.finish()))
      delivered += 1
      next = next.advanced(by: options.keyDelay)
      next.sleep()
    }
    try keys.send(packer.finish())
    try keys.finishChunk()
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
      now.advanced(by: Self.modifierPoll).sleep()
    }
  }

  /// Short against the time in which a hand lets go of a key.
  private static let modifierPoll = Duration.milliseconds(10)
}
