import Audio
import CommandSyntax
import Domain
import Models
import Speech
import SystemCalls
import Terminal
import Transcript
import VoiceHistory

/// `hwctl history retranscribe`: the kept audio recognised again, beside what it was recognised as before.
enum RetranscribeOnce {
  private struct Retranscribed: Encodable {
    let session: String
    let text: String?
    let model: String
  }

  static func run(_ invocation: Invocation) async {
    let directories = Directories.standard()
    do throws(HistoryError) {
      let (session, path) = try audio(invocation.arguments[0], directories)
      let recogniser = await OnceRecogniser(directories, model: invocation.values["model"])
      let line = ProgressLine()
      line.show("recognising")
      let recognised: RecognitionResult
      do throws(ImportFailure) { recognised = try recogniser.recognise(try samples(path)) } catch {
        switch error {
        case .file(let message): Terminal.fail(.failed, message)
        case .history(let error): throw error
        }
      }
      line.finish()
      recogniser.shutDown()
      try append(recognised, recogniser.transcript, to: session, directories)
      finish(recognised, session, invocation)
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }

  private static func audio(
    _ name: String, _ directories: Directories
  ) throws(HistoryError) -> (session: SessionID, path: String) {
    let history = HistoryReader(folder: directories.voice)
    guard let found = try history.session(named: name) else {
      Terminal.fail(.failed, "history has no session '\(name)'. See 'hwctl history list'.")
    }
    guard found.record.audio != nil, !found.audioIsMissing else {
      Terminal.fail(.failed, "no audio is kept of session \(found.record.id).")
    }
    return (found.record.id, history.files(for: found.record.id).audio)
  }

  private static func samples(_ path: String) throws(ImportFailure) -> [Int16] {
    do throws(AudioFileError) { return try AudioFileReader.read(path) } catch { throw .file(error.message) }
  }

  /// The links are to the results that are there when these are added: another correction may have come meanwhile.
  private static func append(
    _ recognised: RecognitionResult, _ options: TranscriptOptions, to session: SessionID,
    _ directories: Directories
  ) throws(HistoryError) {
    let editor = try HistoryEditor(folder: directories.voice)
    try editor.append(to: session) { count in
      RecordingStorage.results(of: recognised, origin: .retranscription, at: count, options)
    }
  }

  private static func finish(
    _ recognised: RecognitionResult, _ session: SessionID, _ invocation: Invocation
  ) {
    let text = recognised.text.isEmpty ? nil : recognised.text
    if invocation.flags.contains("json") {
      return Terminal.print(
        json: Retranscribed(
          session: session.rawValue, text: text, model: recognised.model.description))
    }
    guard let text else { Terminal.fail(.failed, "no speech was heard.") }
    Terminal.print(text + "\n")
  }
}
