import Dictation
import Domain
import Synchronization
import SystemCalls
import VoiceHistory

/// Keeps the audio of history within what the preferences allow: after the start, after each session, and every hour.
final class HistoryKeeper: Sendable {
  private struct State {
    var policy: RetentionPolicy
    /// Not before history was opened for the first time.
    var isStarted = false
    /// Recorded or settling now: not to be touched.
    var active: Set<SessionID> = []
    /// A run waits or goes on; whatever happens meanwhile is part of the next.
    var isRunning = false
    var isWanted = false
  }

  /// A recovered recording without speech goes after a day, whether or not anyone dictates.
  private static let interval = Duration.seconds(3600)

  private let retention: VoiceRetention
  private let folder: String
  private let state: Mutex<State>

  init(folder: String, policy: RetentionPolicy) {
    retention = VoiceRetention(folder: folder)
    self.folder = folder
    state = Mutex(State(policy: Self.fitted(policy, to: folder)))
  }

  /// On a small disk the usual reserve would be most of it, and every recording would go as soon as it is stored.
  static func fitted(_ policy: RetentionPolicy, to folder: String) -> RetentionPolicy {
    var policy = policy
    if let size = try? Files.totalBytes(at: folder) {
      policy.freeSpaceReserve = min(policy.freeSpaceReserve, size / 20)
    }
    return policy
  }

  /// Reads the database through once, in the background, and begins to keep the limits. Call it when history has been opened.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    Task(priority: .utility) { [retention, folder] in
      guard Files.exists(folder) else { return }
      do throws(HistoryError) { try await retention.check() } catch {
        guard error.code != .corrupt else {
          return Log.error("voice history was read through and is not sound")
        }
        Log.warning("voice history could not be read through", ["code": .code(error.code)])
      }
    }
    Task(priority: .utility) { [weak self] in
      repeat { self?.run() } while (try? await Task.sleep(for: Self.interval)) != nil && self != nil
    }
  }

  func adopt(_ policy: RetentionPolicy) {
    state.withLock { $0.policy = Self.fitted(policy, to: folder) }
    run()
  }

  /// An observer of dictation; does not block.
  func note(_ report: SessionReport) {
    switch report.step {
    case .begun: state.withLock { _ = $0.active.insert(report.session) }
    case .ended:
      state.withLock { _ = $0.active.remove(report.session) }
      run()
    case .microphoneOpened, .firstFrame, .released, .failed, .audioSaved, .provisional, .recognised,
      .refining, .refined, .delivering,
      .delivered, .stored:
      break
    }
  }

  private func run() {
    let begins = state.withLock { state in
      guard state.isStarted else { return false }
      state.isWanted = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // Nothing is kept, and nothing was.
    guard begins else { return }
    guard Files.exists(folder) else { return state.withLock { $0.isRunning = false } }
    Task(priority: .utility) { [self] in
      while let (policy, active) = next() {
        do throws(HistoryError) {
          _ = try await retention.run(policy, active: active)
        } catch {
          Log.warning("old recordings could not be removed", ["code": .code(error.code)])
        }
      }
    }
  }

  private func next() -> (RetentionPolicy, Set<SessionID>)? {
    state.withLock { state in
      guard state.isWanted else {
        state.isRunning = false
        return nil
      }
      state.isWanted = false
      return (state.policy, state.active)
    }
  }
}
