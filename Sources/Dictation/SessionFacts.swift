/// Where a session stands.
public enum SessionState: String, CaseIterable, Hashable, Sendable {
  case opening
  case listening
  case draining
  case settling
  case refining
  case delivering
  case storing
  case ended

  /// The microphone is open, or about to be.
  var takesSamples: Bool {
    switch self {
    case .opening, .listening, .draining: true
    case .settling, .refining, .delivering, .storing, .ended: false
    }
  }
}

/// What has happened to a session.
enum SessionFact: Hashable, Sendable {
  case firstFrameArrived
  /// The Action ended: the last owner let go.
  case released
  /// The Action was cancelled by a person.
  case cancelled
  /// The daemon stops.
  case interrupted
  /// The recording has met a limit and ends here: too long, too little space, too much waiting.
  case limitReached(SessionFailure)
  /// Everything was let go of: somebody else may be in front of the screen, or a person wants it all to stop.
  case letGo(SessionFailure)
  /// All samples up to the release have arrived.
  case captureFinished
  case captureFailed(SessionFailure)
  /// The audio file has its final name, or none is kept by preference.
  case audioSaved
  case audioLost(SessionFailure)
  case recognised(RecognisedWords)
  case recognitionFailed(SessionFailure)
  /// The target is known as far as it can be, and takes text.
  case targetCaptured
  /// What has the focus takes no text: the words are for history.
  case targetUnfit(SessionFailure)
  /// What has the focus takes secrets: what is said is for nobody.
  case targetSecure(SessionFailure)
  /// The refiner is done, or its time is over.
  case refined
  /// The writer is done; nil when every character reached the target.
  case delivered(SessionFailure?)
  /// The history transaction is committed, or none is kept by preference.
  case stored
  case storeFailed(SessionFailure)
}

/// What the runner is to do next.
enum SessionEffect: Hashable, Sendable {
  case openMicrophone
  case startRecognition
  case captureTarget
  case warmUpRefiner
  case finishCapture
  case cancelCapture
  case finishRecognition
  case cancelRecognition
  case saveAudio
  /// Nothing was heard: no file is left behind.
  case discardAudio
  case refine
  case cancelRefinement
  case deliver
  /// What has not been typed yet is not typed.
  case cancelDelivery
  case store
  case end
}

/// How a session ended; the names stand in history.
public enum SessionEnding: String, CaseIterable, Hashable, Sendable {
  case delivered
  /// The text could not go to the target, or was not sent there, because the recording ran into a limit or everything was
  /// let go of; it waits in history.
  case kept
  case noSpeech
  case cancelled
  case failed
  /// The daemon stopped first; the audio waits in history.
  case recovered
}

/// A failure that a session carries to history and to the person: a stable code, and words.
public struct SessionFailure: Hashable, Sendable, Error {
  /// "microphone.serverGone", "speech.workerCrashed", "delivery.untypeable", "audio.diskFull"
  public var code: String
  /// What failed, why, and what to do. Holds no dictated text.
  public var message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// Raw and Edited text of a session.
struct RecognisedWords: Hashable, Sendable {
  var raw: String
  /// Empty when there is nothing to deliver.
  var edited: String
}

/// What is known of a session so far; what history gets.
struct SessionEvidence: Hashable, Sendable {
  enum Audio: Hashable, Sendable {
    case pending
    case saved
    case lost(SessionFailure)
  }

  enum Recognition: Hashable, Sendable {
    case pending
    case words(RecognisedWords)
    case failed(SessionFailure)
    /// Not wanted any more.
    case dropped
  }

  enum Target: Hashable, Sendable {
    case pending
    case captured
  }

  var audio: Audio = .pending
  var target: Target = .pending
  var recognition: Recognition = .pending
  /// Decided as early as it is certain.
  var ending: SessionEnding?
  var failure: SessionFailure?
  var storeFailure: SessionFailure?

  /// The failure a person should hear of first.
  var reportedFailure: SessionFailure? {
    if let failure { return failure }
    if case .lost(let failure) = audio { return failure }
    return storeFailure
  }
}
