internal import Domain
internal import MessageBus
internal import SystemCalls

/// Looks at the focus, blocking, within the limits.
struct TargetReader: Sendable {
  let accessibility: AccessibilityBus?
  let windows: (any WindowSystem)?
  let options: TargetOptions
  /// The virtual terminal in front, while the kernel turns keys into characters for it.
  var console: @Sendable () -> String? = {
    KeymapSource.kernelReadsKeyboards ? Console.activeName() : nil
  }

  func capture() -> TargetCapture {
    let deadline = MonotonicInstant.now().advanced(by: options.totalLimit)
    let window = window(options.callLimit, deadline)
    return TargetJudgement.capture(window, object(in: window, deadline))
  }

  /// Whether the lease still holds; nil when it does.
  func problem(_ lease: Lease, isFirst: Bool) -> TargetProblem? {
    let deadline = MonotonicInstant.now().advanced(by: options.proofLimit)
    let window = lease.seen == .unknown ? .unknown : window(options.proofLimit, deadline)
    let object = lease.object.map { observe($0, deadline, isFirst: isFirst) }
    return LeaseCheck.problem(lease, window: window, object: object, isFirst: isFirst)
  }

  private func window(_ callLimit: Duration, _ deadline: MonotonicInstant) -> WindowFact {
    if let windows {
      do throws(WindowSystemError) {
        let limit = min(callLimit, MonotonicInstant.now().duration(to: deadline))
        return try windows.activeWindow(timeLimit: limit).map(WindowFact.window) ?? .nothing
      } catch {
        guard error.code == .unreachable else { return .unknown }
      }
    }
    // Only without a window system: a remote desktop runs while the machine's own screen shows a virtual terminal.
    return console().map { .window(ActiveWindow(identity: .console(name: $0))) } ?? .unknown
  }

  private func reader(_ callLimit: Duration, _ deadline: MonotonicInstant) -> AccessibleReader? {
    accessibility.map { AccessibleReader(bus: $0, callLimit: callLimit, deadline: deadline) }
  }

  private func object(in window: WindowFact, _ deadline: MonotonicInstant) -> ObjectFact {
    if case .window(let window) = window, window.isConsole { return .unknown }
    guard let reader = reader(options.callLimit, deadline), reader.bus.isListening else { return .unknown }
    return FocusSearch(reader: reader, window: window).run()
  }

  private func observe(
    _ lease: ObjectLease, _ deadline: MonotonicInstant, isFirst: Bool
  ) -> ObjectObservation {
    guard let reader = reader(options.proofLimit, deadline) else { return .gone }
    do {
      let states = try reader.states(of: lease.object)
      let role = try reader.role(of: lease.object)
      guard isFirst, lease.caret != nil, role != .passwordText else {
        return .seen(states, role, caret: lease.caret, hasSelection: false)
      }
      return .seen(
        states, role, caret: try reader.caret(of: lease.object),
        hasSelection: try reader.hasSelection(lease.object))
    } catch {
      return error.code.meansGone ? .gone : .notAnswering
    }
  }
}

extension BusError.Code {
  /// Whether the peer, or its object, is no more.
  var meansGone: Bool {
    switch self {
    case .peerGone, .unknownName, .unknownMember, .noBus, .disconnected: true
    case .timedOut, .startFailed, .accessDenied, .remote, .malformed, .invalidMessage, .overloaded: false
    }
  }
}
