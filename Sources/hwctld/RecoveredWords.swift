import Audio
import Desktop
import Dictation
import Dispatch
import Domain
import Speech
import Synchronization
import SystemCalls
import Transcript
import VoiceHistory

/// Finds out, while nobody dictates, what was said in recovered recordings: newest first, one at a time, and each once a
/// start. Nothing is delivered; a notice says how to have a text typed.
///
/// A dictation that begins ends the recognition at once, worker and all; that recording is begun again when it is quiet.
final class RecoveredWords: Sendable {
  private struct State {
    var options: TranscriptOptions
    /// Dictations that have not ended.
    var active: Set<SessionID> = []
    var isStopped = false
    /// The number of the newest look through history; an older one goes no further.
    var look = 0
    /// Have been recognised since the start, with whatever outcome.
    var tried: Set<SessionID> = []
    var waiting = 0
    /// Recognised since the last notice, the newest first.
    var found: [SessionID] = []
    /// The recognition under way.
    var recognition: (any RecognitionControlling)?
    var answer: Answer?
  }

  /// Nil: interrupted.
  private typealias Answer = CheckedContinuation<Result<RecognitionResult, RecoveryFailure>?, Never>

  /// How long nobody has dictated when it begins: sentences come one after another.
  private static let quiet = Duration.seconds(3)
  /// More than this are counted as this many.
  private static let mostCounted = 500

  private let speech: SpeechWorkers
  private let store: @Sendable () async -> VoiceStore?
  /// The number that waits has changed.
  private let onChange: @Sendable () -> Void
  private let notify: @Sendable (Notice) -> Void
  private let state: Mutex<State>
  private let reading = DispatchQueue(label: "hwctl.recovered-words", qos: .utility)

  /// - Parameters:
  ///   - speech: workers of its own, for recordings that come all at once.
  ///   - store: nil where nothing is kept or history cannot be opened.
  init(
    speech: SpeechWorkers, options: TranscriptOptions, store: @escaping @Sendable () async -> VoiceStore?,
    onChange: @escaping @Sendable () -> Void, notify: @escaping @Sendable (Notice) -> Void
  ) {
    self.speech = speech
    self.store = store
    self.onChange = onChange
    self.notify = notify
    state = Mutex(State(options: options))
  }

  /// Recordings that wait to be recognised, for the status.
  var waiting: Int { state.withLock { $0.waiting } }

  func start() { lookWhenQuiet() }

  func adopt(_ options: TranscriptOptions) {
    state.withLock { $0.options = options }
    lookWhenQuiet()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    interrupt()
  }

  /// An observer of dictation; does not block.
  func note(_ report: SessionReport) {
    switch report.step {
    case .begun:
      state.withLock { _ = $0.active.insert(report.session) }
      interrupt()
    case .ended:
      state.withLock { _ = $0.active.remove(report.session) }
      lookWhenQuiet()
    case .microphoneOpened, .firstFrame, .released, .failed, .audioSaved, .provisional, .recognised,
      .refining, .refined, .delivering, .delivered, .stored:
      break
    }
  }

  private func interrupt() {
    let (recognition, answer) = state.withLock { state in
      state.look += 1
      return (state.recognition.take(), state.answer.take())
    }
    recognition?.cancel()
    answer?.resume(returning: nil)
    speech.shutDown()
  }

  private func lookWhenQuiet() {
    let look: Int? = state.withLock { state in
      // What is under way goes on; it looks again when it is done.
      guard !state.isStopped, state.active.isEmpty, state.recognition == nil, state.answer == nil else {
        return nil
      }
      state.look += 1
      return state.look
    }
    guard let look else { return }
    Task(priority: .utility) { [self] in
      _ = await next(look)
      try? await Task.sleep(for: Self.quiet)
      while let (id, audio) = await next(look), await recognise(id, audio, look) {}
      if isNewest(look) { tell() }
    }
  }

  private func isNewest(_ look: Int) -> Bool { state.withLock { $0.look == look } }

  /// Counts those that wait, and gives the newest that was not tried and the path of its audio; nil where there is none or the
  /// look is an old one.
  private func next(_ look: Int) async -> (SessionID, String)? {
    guard isNewest(look), let store = await store() else { return nil }
    do throws(HistoryError) {
      let waiting = try await store.sessionsWaitingForWords(limit: Self.mostCounted)
      let (id, hasChanged) = state.withLock { state in
        defer { state.waiting = waiting.count }
        return (
          state.look == look ? waiting.first { !state.tried.contains($0) } : nil,
          state.waiting != waiting.count
        )
      }
      if hasChanged { onChange() }
      return id.map { ($0, store.files(for: $0).audio) }
    } catch {
      Log.warning("recovered recordings could not be looked for", ["code": .code(error.code)])
      return nil
    }
  }

  /// False where the next is not to be begun: somebody dictates, or no recording can be recognised.
  private func recognise(_ id: SessionID, _ audio: String, _ look: Int) async -> Bool {
    // Asked anew: by now nothing may be kept any more.
    guard let answer = await words(of: audio, look), let store = await store() else { return false }
    let options = state.withLock { state in
      state.tried.insert(id)
      return state.options
    }
    do throws(HistoryError) {
      switch answer {
      case .success(let result):
        // Somebody may have recognised it by a command meanwhile, or deleted it.
        guard try await store.session(id)?.results.isEmpty == true else { return true }
        let results = RecordingStorage.results(of: result, origin: .retranscription, at: 0, options)
        if results.isEmpty {
          try await store.concludeRecovery(of: id, .noSpeech)
        } else {
          try await store.append(results, to: id)
          state.withLock { $0.found.append(id) }
        }
      case .failure(let failure):
        Log.warning("a recovered recording could not be recognised", ["code": failure.field])
        guard failure.isItself else { return false }
        try await store.concludeRecovery(of: id, .failed(code: failure.code))
      }
    } catch {
      Log.warning("words of a recovered recording could not be stored", ["code": .code(error.code)])
    }
    return true
  }

  /// Nil where it was interrupted.
  private func words(of path: String, _ look: Int) async -> Result<RecognitionResult, RecoveryFailure>? {
    await withCheckedContinuation { continuation in
      let begins = state.withLock { state in
        guard state.look == look else { return false }
        state.answer = continuation
        return true
      }
      guard begins else { return continuation.resume(returning: nil) }
      reading.async { [self] in read(path, look) }
    }
  }

  private func read(_ path: String, _ look: Int) {
    let samples: [Int16]
    do throws(AudioFileError) { samples = try AudioFileReader.read(path) } catch {
      return finish(.failure(RecoveryFailure(error)), look)
    }
    // Under the lock, so that an interruption either keeps it from beginning or cancels it.
    let recognition: (any RecognitionControlling)? = state.withLock { state in
      guard state.look == look else { return nil }
      let recognition = speech.beginRecognition(ProfileWriting()) { [self] event in
        switch event {
        case .ready, .provisional: break
        case .result(let result): finish(.success(result), look)
        case .failed(let error): finish(.failure(RecoveryFailure(error)), look)
        }
      }
      state.recognition = recognition
      return recognition
    }
    recognition?.finish(with: samples)
  }

  private func finish(_ result: Result<RecognitionResult, RecoveryFailure>, _ look: Int) {
    let answer: Answer? = state.withLock { state in
      guard state.look == look else { return nil }
      state.recognition = nil
      return state.answer.take()
    }
    answer?.resume(returning: result)
  }

  /// Everything has been tried: says what there is, and ends the worker.
  private func tell() {
    speech.shutDown()
    let found = state.withLock { state in
      defer { state.found = [] }
      return state.found
    }
    guard let newest = found.first else { return }
    Log.notice("recovered recordings were recognised", ["sessions": .number(found.count)])
    notify(
      Notice(
        summary: found.count == 1
          ? "A recovered recording was recognised" : "\(found.count) recovered recordings were recognised",
        body: "To type \(found.count == 1 ? "its text" : "the newest"): hwctl redeliver \(newest)"
          + (found.count == 1 ? "" : ". The others: hwctl history list")))
  }
}
