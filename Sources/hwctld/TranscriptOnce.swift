import Audio
import CommandSyntax
import Dictation
import Dispatch
import Domain
import Profiles
import Speech
import Synchronization
import SystemCalls
import Terminal

/// `hwctl transcript explain --file AUDIO`: recognises a file, keeps nothing, delivers nothing.
enum TranscriptOnce {
  static func run(_ invocation: Invocation) async {
    guard let path = invocation.values["file"] else { Terminal.fail(.usage, "--file AUDIO is needed.") }
    let directories = Directories.standard()
    var preferences = Parts.readPreferences(directories)
    // No store is opened: history is not touched.
    preferences.history.keep = false
    let parts = await Parts(preferences, directories: directories, speechBuffer: .seconds(7200))
    if let problem = parts.modelProblem { Terminal.fail(.failed, problem) }
    let samples = read(path)
    Terminal.complain("recognising \(samples.count / 16_000) s of audio ...")
    let result = recognise(samples, parts.speech)
    parts.speech.shutDown()
    switch result {
    case .success(let result): TranscriptReport.explain(result.text, invocation, language: result.language)
    case .failure(let error): Terminal.fail(.failed, error.message)
    }
  }

  private static func read(_ path: String) -> [Int16] {
    do throws(AudioFileError) { return try AudioFileReader.read(path) } catch {
      Terminal.fail(.invalidFile, error.message)
    }
  }

  /// Waits for the end; the recogniser has limits of its own for whatever hangs.
  private static func recognise(
    _ samples: [Int16], _ speech: some SpeechRecognizing
  ) -> Result<RecognitionResult, SpeechError> {
    let answer = Mutex<Result<RecognitionResult, SpeechError>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let recognition = speech.beginRecognition(ProfileWriting()) { event in
      switch event {
      case .ready, .provisional: return
      case .result(let result): answer.withLock { $0 = .success(result) }
      case .failed(let error): answer.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    // In blocks of a second, so that no single message to the worker grows large.
    for start in stride(from: 0, to: samples.count, by: 16_000) {
      recognition.append(Array(samples[start..<min(start + 16_000, samples.count)]))
    }
    recognition.finish()
    isDone.wait()
    guard let result = answer.withLock({ $0 }) else {
      preconditionFailure("the answer is there before it is signalled")
    }
    return result
  }
}
