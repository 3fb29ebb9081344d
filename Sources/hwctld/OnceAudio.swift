import Audio
import Domain
import SystemCalls
import Terminal
import VoiceHistory

/// Sound that a command was told to use.
enum OnceAudio {
  /// Of a file; ends the program where it cannot be read.
  static func samples(_ path: String) -> [Int16] {
    do throws(AudioFileError) { return try AudioFileReader.read(path) } catch {
      Terminal.fail(.invalidFile, error.message)
    }
  }

  /// The file of a kept session; ends the program where there is none.
  static func kept(
    _ name: String, _ directories: Directories
  ) throws(HistoryError) -> (session: SessionID, path: String) {
    let session = try OnceHistory.session(name, directories).record
    let files = HistoryReader(folder: directories.voice).files(for: session.id)
    guard session.audio != nil, Files.exists(files.audio) else {
      Terminal.fail(.failed, "no audio is kept of session \(session.id).")
    }
    return (session.id, files.audio)
  }
}

/// The history, for commands of one session.
enum OnceHistory {
  /// Ends the program where there is no such session.
  static func session(_ name: String, _ directories: Directories) throws(HistoryError) -> SessionDetail {
    guard let found = try HistoryReader(folder: directories.voice).session(named: name) else {
      Terminal.fail(.failed, "history has no session '\(name)'. See 'hwctl history list'.")
    }
    return found
  }
}
