import Dictation
import Domain
import Profiles
import Speech
import SystemCalls
import Terminal
import Transcript

/// Recognises recordings one after another, for commands that wait for the words.
final class OnceRecogniser: Sendable {
  private let speech: SpeechWorkers
  /// As live dictation is written.
  let transcript: TranscriptOptions

  /// Ends the program where nothing is to be kept, or the model is not there.
  ///
  /// - Parameter model: nil for the one in preferences.
  init(_ directories: Directories, model: String?) {
    var preferences = Parts.readPreferences(directories)
    if let model { preferences.speech.model = model }
    if let refusal = preferences.refusalToKeep { Terminal.fail(.failed, refusal) }
    let parts = Parts(preferences, directories: directories)
    if let problem = parts.modelProblem { Terminal.fail(.failed, problem) }
    speech = SpeechWorkers(standard: parts.patientSpeech)
    transcript = preferences.transcriptOptions
  }

  /// Waits for the words: minutes for an hour of sound.
  func recognise(_ samples: [Int16]) throws(ImportFailure) -> RecognitionResult {
    do throws(SpeechError) { return try speech.recogniseAll(samples) } catch { throw .file(error.message) }
  }

  func shutDown() { speech.shutDown() }
}
