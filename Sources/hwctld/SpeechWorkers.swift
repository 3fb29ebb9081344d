import Dictation
import Dispatch
import Domain
import Models
import Speech
import Synchronization
import SystemCalls

/// The recognisers of all models and languages that profiles ask for: a worker process for each, started when it is first
/// needed, which ends by itself when nothing is said to it for a while.
final class SpeechWorkers: SpeechRecognizing {
  private struct Choice: Hashable {
    var folder: String
    var language: String?
  }

  /// The one that the preferences name.
  let standard: SpeechWorker
  private let configuration: SpeechConfiguration
  private let locate: @Sendable (String) throws(ModelError) -> String
  private let others = Mutex<[Choice: SpeechWorker]>([:])

  /// - Parameter locate: gives the folder of a model.
  init(
    standard configuration: SpeechConfiguration,
    locate: @escaping @Sendable (_ model: String) throws(ModelError) -> String
  ) {
    self.configuration = configuration
    self.locate = locate
    standard = SpeechWorker(configuration: configuration)
  }

  /// Only the one model.
  convenience init(standard configuration: SpeechConfiguration) {
    self.init(standard: configuration) { model throws(ModelError) in
      preconditionFailure("who has one model asks for no other")
    }
  }

  func beginRecognition(
    _ choice: ProfileWriting, onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling {
    do throws(ModelError) {
      return try worker(for: choice).begin(onEvent: onEvent)
    } catch {
      let error = SpeechError(.modelMissing, detail: error.message)
      DispatchQueue.global().async { onEvent(.failed(error)) }
      return NoRecognition()
    }
  }

  func shutDown() {
    standard.shutDown()
    for worker in others.withLock({ $0 }).values { worker.shutDown() }
  }

  private func worker(for choice: ProfileWriting) throws(ModelError) -> SpeechWorker {
    let language = choice.language ?? configuration.policy.language
    let folder =
      try choice.model.map { model throws(ModelError) in try locate(model) } ?? configuration.modelFolder
    if folder == configuration.modelFolder, language == configuration.policy.language { return standard }
    var configuration = configuration
    configuration.modelFolder = folder
    configuration.policy.language = language
    return others.withLock { workers in
      let key = Choice(folder: folder, language: language)
      if let worker = workers[key] { return worker }
      let worker = SpeechWorker(configuration: configuration)
      workers[key] = worker
      return worker
    }
  }
}

/// Of a recognition that has failed already.
private struct NoRecognition: RecognitionControlling {
  func append(_ samples: [Int16]) {}
  func finish() {}
  func cancel() {}
}
