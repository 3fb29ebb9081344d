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
      let (session, path) = try OnceAudio.kept(invocation.arguments[0], directories)
      let recogniser = OnceRecogniser(directories, model: invocation.values["model"])
      let recognised = try recognise(path, recogniser)
      recogniser.shutDown()
      try append(recognised, recogniser.transcript, to: session, directories)
      finish(recognised, session, invocation)
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }

  /// Ends the program where the sound cannot be recognised.
  private static func recognise(
    _ path: String, _ recogniser: OnceRecogniser
  ) throws(HistoryError) -> RecognitionResult {
    let note = WaitingNote("recognising")
    let result = Result { () throws(ImportFailure) in try recogniser.recognise(OnceAudio.samples(path)) }
    note.end()
    switch result {
    case .success(let recognised): return recognised
    case .failure(.file(let message)): Terminal.fail(.failed, message)
    case .failure(.history(let error)): throw error
    }
  }

  /// The links are to the results that are there when these are added: another correction may have come meanwhile.
  private static func append(
    _ recognised: RecognitionResult, _ options: TranscriptOptions, to session: SessionID,
    _ directories: Directories
  ) throws(HistoryError) {
    let editor = try HistoryEditor(folder: directories.voice)
    if recognised.text.isEmpty { return try editor.concludeRecovery(of: session, .noSpeech) }
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
