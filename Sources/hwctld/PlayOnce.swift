import Audio
import CommandSyntax
import Domain
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history play`: the audio of a session through the sound server.
enum PlayOnce {
  static func run(_ invocation: Invocation) {
    let path = audioPath(invocation.arguments[0])
    do throws(AudioError) { try Player().play(path) } catch { Terminal.fail(.failed, error.message) }
  }

  private static func audioPath(_ name: String) -> String {
    do throws(HistoryError) {
      let history = HistoryReader(folder: Directories.standard().voice)
      guard let found = try history.session(named: name) else {
        Terminal.fail(.failed, "history has no session '\(name)'. See 'hwctl history list'.")
      }
      guard found.record.audio != nil, !found.audioIsMissing else {
        Terminal.fail(.failed, "no audio is kept of session \(found.record.id).")
      }
      return history.files(for: found.record.id).audio
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }
}
