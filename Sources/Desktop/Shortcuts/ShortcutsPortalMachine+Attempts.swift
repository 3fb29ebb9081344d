internal import Domain

/// How attempts begin and end.
extension ShortcutsPortalMachine {
  mutating func configured(_ shortcuts: [PortalShortcut]) -> [Effect] {
    guard shortcuts != wanted else { return [] }
    wanted = shortcuts
    failures = 0
    return leave() + begin()
  }

  mutating func connected() -> [Effect] {
    isConnected = true
    failures = 0
    return begin()
  }

  mutating func busLost() -> [Effect] {
    isConnected = false
    let released = releaseAll()
    return released + begin()
  }

  mutating func portalAppeared() -> [Effect] {
    switch phase {
    case .blocked:
      failures = 0
      return begin()
    // Our own first call may be what starts it.
    case .off, .asking, .creating, .binding, .bound: return []
    }
  }

  mutating func portalVanished() -> [Effect] {
    switch phase {
    // A call that is under way fails by itself and says why.
    case .off, .asking, .creating, .blocked: return []
    case .binding, .bound:
      let released = releaseAll()
      block(.portalGone)
      return released
    }
  }

  mutating func asked(_ attempt: Int) -> [Effect] {
    guard attempt == self.attempt, phase == .asking else { return [] }
    phase = .creating
    return [.create(attempt: attempt)]
  }

  mutating func created(_ attempt: Int, _ session: String) -> [Effect] {
    guard attempt == self.attempt, phase == .creating else { return [.close(session: session)] }
    phase = .binding(session: session)
    return [.bind(attempt: attempt, session: session, wanted)]
  }

  mutating func bound(_ attempt: Int, _ granted: [String: String]) -> [Effect] {
    guard attempt == self.attempt, case .binding(let session) = phase else { return [] }
    phase = .bound(session: session)
    failures = 0
    triggers = granted
    return []
  }

  mutating func failed(
    _ attempt: Int, _ trouble: ShortcutsTrouble, _ instant: MonotonicInstant
  ) -> [Effect] {
    guard attempt == self.attempt else { return [] }
    switch phase {
    case .off, .bound, .blocked: return []
    case .asking, .creating, .binding:
      let closed = leave()
      block(trouble)
      if trouble.passes { retryLater(instant) }
      return closed
    }
  }

  mutating func activated(_ session: String, _ id: String) -> [Effect] {
    guard phase == .bound(session: session), !down.contains(id), wanted.contains(where: { $0.id == id })
    else {
      return []
    }
    down.append(id)
    return [.down(id)]
  }

  mutating func triggersChanged(_ session: String, _ triggers: [String: String]) -> [Effect] {
    if phase == .bound(session: session) { self.triggers = triggers }
    return []
  }

  mutating func sessionClosed(_ session: String, _ instant: MonotonicInstant) -> [Effect] {
    guard phase == .bound(session: session) || phase == .binding(session: session) else { return [] }
    let released = releaseAll()
    block(.sessionClosed)
    retryLater(instant)
    return released
  }

  mutating func deadlinePassed(_ instant: MonotonicInstant) -> [Effect] {
    guard let deadline, deadline <= instant else { return [] }
    return begin()
  }

  /// A new attempt, or none where none is possible.
  private mutating func begin() -> [Effect] {
    deadline = nil
    triggers = [:]
    // What is under way belongs to the past.
    attempt += 1
    if wanted.isEmpty {
      phase = .off
      return []
    }
    guard isConnected else {
      block(.noBus)
      return []
    }
    phase = .asking
    return [.ask(attempt: attempt)]
  }

  /// Lets go of the session that there is.
  private mutating func leave() -> [Effect] {
    let released = releaseAll()
    switch phase {
    case .off, .asking, .creating, .blocked: return released
    case .binding(let session), .bound(let session):
      return released + (isConnected ? [.close(session: session)] : [])
    }
  }

  private mutating func block(_ trouble: ShortcutsTrouble) {
    phase = .blocked(trouble)
    triggers = [:]
    deadline = nil
  }

  private mutating func retryLater(_ instant: MonotonicInstant) {
    deadline = instant.advanced(by: Self.retries.delay(after: failures))
    failures += 1
  }

  mutating func release(_ id: String) -> [Effect] {
    guard let index = down.firstIndex(of: id) else { return [] }
    down.remove(at: index)
    return [.up(id)]
  }

  private mutating func releaseAll() -> [Effect] {
    defer { down = [] }
    return down.map { .up($0) }
  }
}
