import Dispatch
import Domain
import Profiles
import Speech
import Synchronization
import SystemCalls
import Terminal

/// Recognises recordings one after another, for commands that wait for the words.
final class OnceRecogniser: Sendable {
  private let speech: SpeechWorker

  /// What `AudioFileReader` accepts: a recording comes all at once.
  private static let longest = Duration.seconds(7200)

  /// Ends the program where nothing is to be kept, or the model is not there.
  ///
  /// - Parameter model: nil for the one in preferences.
  init(_ directories: Directories, model: String?) async {
    var preferences = Parts.readPreferences(directories)
    if let model { preferences.speech.model = model }
    guard preferences.history.keep else {
      Terminal.fail(.failed, "nothing is to be kept (preferences, history.keep), so nothing is written.")
    }
    let parts = await Parts(
      preferences, directories: directories, speechBuffer: Self.longest, opensStore: false)
    if let problem = parts.modelProblem { Terminal.fail(.failed, problem) }
    speech = parts.speech.standard
  }

  /// Waits for the words: minutes for an hour of sound.
  func recognise(_ samples: [Int16]) throws(ImportFailure) -> RecognitionResult {
    let done = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<RecognitionResult, SpeechError>?>(nil)
    let session = speech.begin { event in
      switch event {
      case .ready, .provisional: return
      case .result(let result): outcome.withLock { $0 = .success(result) }
      case .failed(let error): outcome.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    // In blocks of a second, so that no single message to the worker grows large.
    for start in stride(from: 0, to: samples.count, by: 16_000) {
      session.append(Array(samples[start..<min(start + 16_000, samples.count)]))
    }
    session.finish()
    done.wait()
    switch outcome.withLock({ $0 }) {
    case .success(let result)?: return result
    case .failure(let error)?: throw .file(error.message)
    case nil: preconditionFailure("the semaphore is signalled after the outcome was set")
    }
  }

  func shutDown() { speech.shutDown() }
}
