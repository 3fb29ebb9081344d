import Dictation
import Dispatch
import Domain
import Speech
import Synchronization

extension SpeechRecognizing {
  /// Recognises a whole recording and waits: minutes for an hour of sound. Not for the cooperative pool.
  func recogniseAll(_ samples: [Int16]) throws(SpeechError) -> RecognitionResult {
    let done = DispatchSemaphore(value: 0)
    let answer = Mutex<Result<RecognitionResult, SpeechError>?>(nil)
    let recognition = beginRecognition(ProfileWriting()) { event in
      switch event {
      case .ready, .provisional: return
      case .result(let result): answer.withLock { $0 = .success(result) }
      case .failed(let error): answer.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    recognition.finish(with: samples)
    done.wait()
    guard let result = answer.withLock({ $0 }) else {
      preconditionFailure("the answer is there before it is signalled")
    }
    return try result.get()
  }
}

extension RecognitionControlling {
  /// Hands over a whole recording, in blocks of a second, so that no single message to the worker grows large.
  func finish(with samples: [Int16]) {
    for start in stride(from: 0, to: samples.count, by: 16_000) {
      append(Array(samples[start..<min(start + 16_000, samples.count)]))
    }
    finish()
  }
}
