import Audio
import CommandSyntax
import Domain
import SystemCalls
import VoiceHistory

/// `hwctl history play`: the audio of a session through the sound server.
enum PlayOnce {
  static func run(_ invocation: Invocation) {
    let path = audioPath(invocation.arguments[0])
    do throws(AudioError) { try Player().play(path) } catch { StandardError.fail(1, error.message) }
  }

  private static func audioPath(_ name: String) -> String {
    do throws(HistoryError) {
      let history = HistoryReader(folder: Directories.standard().voice)
      let found =
        if name == "last" {
          try history.sessions(limit: 1).sessions.first
        } else if let id = SessionID(rawValue: name) {
          try history.session(id)
        } else {
          nil as SessionDetail?
        }
      guard let found else {
        StandardError.fail(1, "history has no session '\(name)'. See 'hwctl history list'.")
      }
      guard found.record.audio != nil, !found.audioIsMissing else {
        StandardError.fail(1, "no audio is kept of session \(found.record.id).")
      }
      return history.files(for: found.record.id).audio
    } catch {
      StandardError.fail(1, error.message)
    }
  }
}
