import Glibc
import Models
import Speech
import SystemCalls
import Testing

/// The worker program, the model and recordings of people, as `make models` and the build leave them.
enum RealWorker {
  /// Beside the test program, where the build puts all products.
  static let path: String = {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = Files.parent(of: program) + "/hwctl-speech"
    return Files.exists(beside) ? beside : checkout + "/.build/debug/hwctl-speech"
  }()

  static let checkout = Files.parent(of: Files.parent(of: Files.parent(of: #filePath)))

  /// Fails the test, with what to run, when there is no model.
  static func modelFolder(_ id: String = "moonshine-base-en") throws -> String {
    do throws(ModelError) {
      return try ModelLocator.locate(id: id, dataFolder: Directories.standard().models)
    } catch {
      Issue.record("\(error.message)")
      throw error
    }
  }

  static func configuration(model: String = "moonshine-base-en") throws -> SpeechConfiguration {
    var configuration = SpeechConfiguration(workerPath: path, modelFolder: try modelFolder(model))
    // A machine that builds and tests at once is slow; no test waits for these but those that set their own.
    configuration.loadLimit = .seconds(60)
    configuration.decodeLimit = .seconds(60)
    return configuration
  }
}

/// The events of one session, in order.
struct Recognition {
  let session: RecognitionSession
  let events: AsyncStream<RecognitionEvent>

  init(_ worker: SpeechWorker) {
    let (events, continuation) = AsyncStream.makeStream(of: RecognitionEvent.self)
    self.events = events
    session = worker.begin { event in
      continuation.yield(event)
      if event.isLast { continuation.finish() }
    }
  }

  /// Appends everything in the pieces of a live microphone, as fast as they are taken, and ends it.
  func give(_ samples: [Int16]) {
    for start in stride(from: 0, to: samples.count, by: 1_600) {
      session.append(Array(samples[start..<min(start + 1_600, samples.count)]))
    }
    session.finish()
  }

  func waitUntilReady() async {
    for await event in events where event == .ready { return }
  }

  /// The result, or the error thrown.
  func result() async throws -> RecognitionResult {
    for await event in events {
      switch event {
      case .ready, .provisional: continue
      case .result(let result): return result
      case .failed(let error): throw error
      }
    }
    throw EndedWithoutResult()
  }

  struct EndedWithoutResult: Error {}
}

/// Waits for what another process or thread is about to make true; the suite's time limit bounds it.
func eventually(_ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
