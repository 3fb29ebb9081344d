internal import Domain

/// Going to sleep and waking up: timelines 6 and 7.
extension SessionWatchMachine {
  mutating func sleepBegan(_ instant: MonotonicInstant) -> [Effect] {
    pendingRescans = []
    switch sleep {
    case .lettingGo, .asleep: return []
    case .awake, .waking:
      sleep = .lettingGo(until: instant.advanced(by: Self.letGoLimit))
      return [.letGo]
    }
  }

  mutating func letGo() -> [Effect] {
    guard case .lettingGo = sleep else { return [] }
    sleep = .asleep
    isInhibited = false
    return [.uninhibit]
  }

  mutating func sleepEnded(_ instant: MonotonicInstant) -> [Effect] {
    guard sleep != .awake else { return [] }
    sleep = .waking(until: instant.advanced(by: Self.wakeLimit))
    return (isInhibited ? [] : [.inhibit]) + [.read]
  }

  mutating func wake(_ instant: MonotonicInstant) -> [Effect] {
    sleep = .awake
    pendingRescans = Self.rescans.map { instant.advanced(by: $0) }
    return [.rescan]
  }
}
