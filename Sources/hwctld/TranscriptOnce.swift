import CommandSyntax
import Domain
import Profiles
import Speech
import SystemCalls
import Terminal
import Transcript

/// `hwctl transcript explain --file AUDIO`: recognises a file, keeps nothing, delivers nothing.
enum TranscriptOnce {
  static func run(_ invocation: Invocation) {
    guard let path = invocation.values["file"] else { Terminal.fail(.usage, "--file AUDIO is needed.") }
    let directories = Directories.standard()
    let preferences = Parts.readPreferences(directories)
    let parts = Parts(preferences, directories: directories, speechBuffer: .seconds(7200))
    if let problem = parts.modelProblem { Terminal.fail(.failed, problem) }
    let samples = OnceAudio.samples(path)
    Terminal.complain("recognising \(samples.count / 16_000) s of audio ...")
    do throws(SpeechError) {
      let result = try parts.speech.recogniseAll(samples)
      parts.speech.shutDown()
      TranscriptReport.explain(
        result.text, invocation, preferences.transcriptOptions.heard(in: result.language),
        recognition: notes(result))
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }

  private static func notes(_ result: RecognitionResult) -> [String] {
    let speech =
      "speech in \(result.speechDuration.wholeMilliseconds) of \(result.audioDuration.wholeMilliseconds) ms"
    var notes = ["model \(result.model)\(result.language.map { ", language \($0)" } ?? "")", speech]
    if result.retried { notes.append("decoded again, as the first attempt gave no text") }
    notes += result.dropped.map { "left out \($0.debugDescription), as nobody spoke there" }
    return notes
  }
}
