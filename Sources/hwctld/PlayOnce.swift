import Audio
import CommandSyntax
import Domain
import SystemCalls
import VoiceHistory

/// `hwctl history play`: the audio of a session through the sound server.
enum PlayOnce {
  static func run(_ invocation: Invocation) async {
    let path = await audioPath(invocation.arguments[0])
    do throws(AudioError) { try Player().play(path) } catch { StandardError.fail(1, error.message) }
  }

  private static func audioPath(_ name: String) async -> String {
    do throws(HistoryError) {
      guard let store = try await VoiceStore.openForReading(folder: Directories.standard().voice) else {
        StandardError.fail(1, "there is no history yet.")
      }
      let found =
        if name == "last" {
          try await store.sessions(limit: 1).sessions.first
        } else if let id = SessionID(rawValue: name) {
          try await store.session(id)
        } else {
          nil as SessionDetail?
        }
      guard let found else {
        StandardError.fail(1, "history has no session '\(name)'. See 'hwctl history list'.")
      }
      guard found.record.audio != nil, !found.audioIsMissing else {
        StandardError.fail(1, "no audio is kept of session \(found.record.id).")
      }
      return store.files(for: found.record.id).audio
    } catch {
      StandardError.fail(1, error.message)
    }
  }
}
