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

/// Finds out, while nobody dictates, what was said in recovered recordings. Nothing is delivered; a notice says how to have a
/// text typed.
///
/// `RecoveryMachine` says what is done when; this does it.
final class RecoveredWords: Sendable {
  private struct State {
    var machine = RecoveryMachine()
    var options: TranscriptOptions
    var recognition: (any RecognitionControlling)?
    /// Why the newest recognition failed.
    var failure: RecoveryFailure?
  }

  /// How long nobody has dictated when it begins: sentences come one after another.
  private static let quiet = Duration.seconds(3)
  /// Less may be a noise.
  private static let certainSpeech = Duration.milliseconds(500)
  /// More than this are counted as this many.
  static let mostCounted = 500

  private let speech: SpeechWorkers
  private let store: @Sendable () async -> VoiceStore?
  /// The number that waits has changed.
  private let onChange: @Sendable () -> Void
  private let notify: @Sendable (Notice) -> Void
  private let state: Mutex<State>
  /// What happens, in its order.
  private let queue = DispatchQueue(label: "hwctl.recovered-words", qos: .utility)
  private let reading = DispatchQueue(label: "hwctl.recovered-words.reading", qos: .utility)

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
  var waiting: Int { state.withLock { $0.machine.waiting } }

  func start() { post(.asked) }

  func adopt(_ options: TranscriptOptions) {
    state.withLock { $0.options = options }
    post(.asked)
  }

  /// Returns when nothing goes on any more.
  func stop() { queue.sync { handle(.stopped) } }

  /// An observer of dictation; does not block.
  func note(_ report: SessionReport) {
    switch report.step {
    case .begun: post(.begun(report.session))
    case .ended: post(.ended(report.session))
    case .microphoneOpened, .firstFrame, .released, .failed, .audioSaved, .provisional, .recognised,
      .refining, .refined, .delivering, .delivered, .stored:
      break
    }
  }

  private func post(_ event: RecoveryMachine.Event) { queue.async { [self] in handle(event) } }

  private func handle(_ event: RecoveryMachine.Event) {
    for effect in state.withLock({ $0.machine.handle(event) }) {
      switch effect {
      case .list(let look): Task(priority: .utility) { post(.listed(await list(), look)) }
      case .waitForQuiet(let look):
        let end = DispatchTime.now() + .nanoseconds(Int(Self.quiet.wholeNanoseconds))
        queue.asyncAfter(deadline: end) { [self] in handle(.quietPassed(look)) }
      case .recognise(let session, let look):
        Task(priority: .utility) {
          guard let store = await store() else { return post(.concluded(session, .unavailable, look)) }
          let path = store.files(for: session).audio
          reading.async { [self] in read(path, of: session, look) }
        }
      case .giveUp(let session, let look):
        let failure = state.withLock { $0.failure }
        Task(priority: .utility) {
          if let failure { await note(failure, of: session) }
          post(.concluded(session, .noWords, look))
        }
      case .interrupt:
        state.withLock { $0.recognition.take() }?.cancel()
        speech.shutDown()
      case .countChanged: onChange()
      case .finish(let found):
        speech.shutDown()
        tell(found)
      }
    }
  }

  /// Nil where history cannot be read.
  private func list() async -> [SessionID]? {
    guard let store = await store() else { return nil }
    do throws(HistoryError) {
      return try await store.sessionsWaitingForWords(limit: Self.mostCounted)
    } catch {
      Log.warning("recovered recordings could not be looked for", ["code": .code(error.code)])
      return nil
    }
  }

  private func read(_ path: String, of session: SessionID, _ look: RecoveryMachine.Look) {
    let samples: Result<[Int16], RecoveryFailure>
    do throws(AudioFileError) { samples = .success(try AudioFileReader.read(path)) } catch {
      samples = .failure(RecoveryFailure(error))
    }
    queue.async { [self] in
      switch samples {
      case .success(let samples): recognise(samples, of: session, look)
      case .failure(let failure): conclude(session, .failure(failure), look)
      }
    }
  }

  private func recognise(_ samples: [Int16], of session: SessionID, _ look: RecoveryMachine.Look) {
    guard isNewest(look) else { return }
    let recognition = speech.beginRecognition(ProfileWriting()) { [self] event in
      let result: Result<RecognitionResult, RecoveryFailure>
      switch event {
      case .ready, .provisional: return
      case .result(let words): result = .success(words)
      case .failed(let error): result = .failure(RecoveryFailure(error))
      }
      queue.async { [self] in conclude(session, result, look) }
    }
    state.withLock { $0.recognition = recognition }
    recognition.finish(with: samples)
  }

  private func isNewest(_ look: RecoveryMachine.Look) -> Bool { state.withLock { $0.machine.look == look } }

  private func conclude(
    _ session: SessionID, _ result: Result<RecognitionResult, RecoveryFailure>, _ look: RecoveryMachine.Look
  ) {
    // What was interrupted fails, and will be begun again.
    guard isNewest(look) else { return }
    state.withLock { $0.recognition = nil }
    Task(priority: .utility) { post(.concluded(session, await enter(result, of: session), look)) }
  }

  private func enter(
    _ result: Result<RecognitionResult, RecoveryFailure>, of session: SessionID
  ) async -> RecoveryMachine.Conclusion {
    // Asked anew: by now nothing may be kept any more.
    guard let store = await store() else { return .unavailable }
    do throws(HistoryError) {
      switch result {
      case .success(let words):
        // Somebody may have recognised it by a command meanwhile, or deleted it.
        guard try await store.session(session)?.results.isEmpty == true else { return .noWords }
        let options = state.withLock { $0.options }
        let results = RecordingStorage.results(of: words, origin: .retranscription, at: 0, options)
        guard !results.isEmpty else {
          // Somebody spoke, and this model has no words for it: another may have them, so the sound must not go.
          if words.speechDuration >= Self.certainSpeech {
            await note(.noWords, of: session)
            return .noWords
          }
          try await store.concludeRecovery(of: session, .noSpeech)
          return .noWords
        }
        try await store.append(results, to: session)
        return .words
      case .failure(let failure):
        Log.warning("a recovered recording could not be recognised", ["code": failure.field])
        state.withLock { $0.failure = failure }
        switch failure.cause {
        case .worker: return .workerLost
        case .recogniser: return .unavailable
        case .recording: await note(failure, of: session)
        }
      }
    } catch {
      Log.warning("words of a recovered recording could not be stored", ["code": .code(error.code)])
    }
    return .noWords
  }

  private func note(_ failure: RecoveryFailure, of session: SessionID) async {
    guard let store = await store() else { return }
    do throws(HistoryError) {
      try await store.concludeRecovery(of: session, .failed(code: failure.code))
    } catch {
      Log.warning("a recovered recording could not be marked", ["code": .code(error.code)])
    }
  }

  private func tell(_ found: [SessionID]) {
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
