public import Domain

/// When recovered recordings are recognised, as a pure machine: newest first, one at a time, and each once a start.
///
///     idle -(asked)-> counting -(listed)-> quiet -(quiet passed)-> listing -(listed)-> recognising one
///       ^                                                             ^                     |
///       |                                                             +-----(concluded)-----+
///       +-- nothing is left: told what was found
///     anywhere -(a dictation begins)-> idle, what is under way is interrupted
///     the last dictation ends -> as asked
///
/// Each way from idle to idle is a look, which has a number: what arrives for an old look changes nothing, except that words
/// that were stored are told of.
public struct RecoveryMachine: Sendable {
  public typealias Look = Int

  public enum Event: Sendable {
    /// At the start, and when something has changed that may let recordings be recognised.
    case asked
    case begun(SessionID)
    case ended(SessionID)
    /// The recordings that wait, newest first; nil where history cannot be read.
    case listed([SessionID]?, Look)
    /// The pause that `waitForQuiet` asked for is over.
    case quietPassed(Look)
    case concluded(SessionID, Conclusion, Look)
    case stopped
  }

  public enum Conclusion: Sendable {
    /// Its words are in history.
    case words
    /// History says why there are none, or it is gone.
    case noWords
    /// Its recogniser ended, by this sound or by somebody's hand: it is tried once more.
    case workerLost
    /// No recording can be recognised at present.
    case unavailable
  }

  public enum Effect: Hashable, Sendable {
    case list(Look)
    case waitForQuiet(Look)
    case recognise(SessionID, Look)
    /// Its recogniser ended twice: history is to say so; then it is concluded as `noWords`.
    case giveUp(SessionID, Look)
    /// What is under way, worker and all.
    case interrupt
    /// `waiting` is another number.
    case countChanged
    /// A look is over: the worker is not needed any more. Those that have words now, newest first.
    case finish([SessionID])
  }

  private enum Phase { case idle, counting, quiet, listing, recognising }

  private var phase = Phase.idle
  /// Dictations that have not ended.
  private var active: Set<SessionID> = []
  private var isStopped = false
  /// Recognised since the start, with whatever outcome.
  private var tried: Set<SessionID> = []
  /// Whose recogniser ended once.
  private var lost: Set<SessionID> = []
  /// Have words since the last `finish`.
  private var found: [SessionID] = []
  public private(set) var look: Look = 0
  /// Recordings that wait to be recognised.
  public private(set) var waiting = 0

  public init() {}

  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .asked: return begin()
    case .begun(let session):
      active.insert(session)
      return interrupt()
    case .ended(let session):
      active.remove(session)
      return begin()
    case .stopped:
      isStopped = true
      return interrupt()
    case .listed(let sessions, let look): return look == self.look ? listed(sessions) : []
    case .quietPassed(let look):
      guard look == self.look, phase == .quiet else { return [] }
      phase = .listing
      return [.list(look)]
    case .concluded(let session, let conclusion, let look):
      switch conclusion {
      case .words, .noWords: tried.insert(session)
      case .workerLost, .unavailable: break
      }
      if conclusion == .words { found.append(session) }
      guard look == self.look, phase == .recognising else { return [] }
      switch conclusion {
      case .words, .noWords:
        phase = .listing
        return [.list(look)]
      case .workerLost:
        return [lost.insert(session).inserted ? .recognise(session, look) : .giveUp(session, look)]
      case .unavailable: return finish()
      }
    }
  }

  /// What is being recognised goes on, and looks again when it is done.
  private mutating func begin() -> [Effect] {
    guard !isStopped, active.isEmpty, phase != .recognising else { return [] }
    look += 1
    phase = .counting
    return [.list(look)]
  }

  private mutating func interrupt() -> [Effect] {
    look += 1
    defer { phase = .idle }
    // Between two recordings the worker is there, too.
    return phase == .listing || phase == .recognising ? [.interrupt] : []
  }

  private mutating func listed(_ sessions: [SessionID]?) -> [Effect] {
    guard let sessions else { return finish() }
    let changed: [Effect] = sessions.count == waiting ? [] : [.countChanged]
    waiting = sessions.count
    switch phase {
    case .counting:
      phase = .quiet
      return changed + [.waitForQuiet(look)]
    case .listing:
      guard let next = sessions.first(where: { !tried.contains($0) }) else { return changed + finish() }
      phase = .recognising
      return changed + [.recognise(next, look)]
    case .idle, .quiet, .recognising: return changed
    }
  }

  private mutating func finish() -> [Effect] {
    phase = .idle
    defer { found = [] }
    return [.finish(found)]
  }
}
