import Audio
import Desktop
import Dictation
import Profiles
import Runtime
import Synchronization

/// What goes along with a dictation at the desktop, as the preferences want it: sounds, players that are quiet meanwhile, a
/// notice when a text was kept.
final class SessionCompany: Sendable {
  private struct State {
    var cues: Preferences.Cues
    var pausesMedia: Bool
    /// The generations whose microphone is open.
    var listening: Set<Int> = []
    /// The generations for which players are quiet.
    var quiet: Set<Int> = []
  }

  private let state: Mutex<State>
  private let notices: SessionNotices
  private let players: MediaPlayers
  private let cues = CuePlayer()

  init(_ links: Links, _ preferences: Preferences) {
    state = Mutex(State(cues: preferences.cues, pausesMedia: preferences.media.pauseWhileDictating))
    notices = SessionNotices(Notices(bus: links.userBus), isOn: preferences.notifications.kept)
    players = links.players
  }

  func adopt(_ preferences: Preferences) {
    state.withLock {
      $0.cues = preferences.cues
      $0.pausesMedia = preferences.media.pauseWhileDictating
    }
    notices.turn(on: preferences.notifications.kept)
  }

  func say(_ notice: Notice) { notices.say(notice) }

  /// An observer of dictation; does not block.
  func note(_ report: SessionReport) {
    notices.note(report)
    switch report.step {
    case .begun: beQuiet(report.generation)
    case .firstFrame:
      let sounds = state.withLock { state in
        state.listening.insert(report.generation)
        return state.cues.start
      }
      if sounds { cues.play(.start) }
    // The microphone closes at the first of these, whoever closed it.
    case .released, .failed, .ended:
      let sounds = state.withLock { $0.listening.remove(report.generation) != nil && $0.cues.stop }
      if sounds { cues.play(.stop) }
      quietIsOver(report.generation)
    case .microphoneOpened, .audioSaved, .provisional, .recognised, .refining, .refined, .delivering,
      .delivered, .stored:
      break
    }
  }

  private func beQuiet(_ generation: Int) {
    let begins = state.withLock { $0.pausesMedia && $0.quiet.insert(generation).inserted }
    if begins { players.beQuiet() }
  }

  private func quietIsOver(_ generation: Int) {
    let ends = state.withLock { $0.quiet.remove(generation) != nil }
    if ends { players.quietIsOver() }
  }
}
