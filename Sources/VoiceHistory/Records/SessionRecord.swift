public import Domain

/// Where the samples of a session came from.
public enum InputKind: String, CaseIterable, Hashable, Sendable {
  case microphone
  case file
  /// Sound that another device sent.
  case phone
}

/// How a session ended.
public enum SessionOutcome: String, CaseIterable, Hashable, Sendable {
  /// The text reached the target.
  case delivered
  /// The text is in the history only.
  case kept
  /// Audio in which nothing was recognised.
  case noSpeech
  case cancelled
  /// See `failureCode`.
  case failed
  /// Found on disk after a crash; not yet transcribed.
  case recovered
}

/// Why a session is a Recovery session.
public enum RecoveryKind: String, CaseIterable, Hashable, Sendable {
  /// The daemon ended before the session was committed.
  case interrupted
}

/// The audio file of a session, as it was when the session was committed.
public struct AudioReference: Hashable, Sendable {
  /// The file name in the history folder, `SessionFiles.audioName`.
  public var name: String
  /// SHA-256 of the whole file, 64 lower-case hexadecimal digits.
  public var sha256: String
  /// The size of the whole file.
  public var bytes: Int
  /// Samples of 16-bit mono sound at 16 kHz.
  public var samples: Int

  public init(name: String, sha256: String, bytes: Int, samples: Int) {
    self.name = name
    self.sha256 = sha256
    self.bytes = bytes
    self.samples = samples
  }
}

/// Why audio goes, or went, while the texts stay.
public enum AudioExpiryReason: String, CaseIterable, Hashable, Sendable {
  /// A Recovery session in which recognition found no speech, a day later.
  case recovery
  /// Older than audio is kept.
  case age
  /// More recordings than are kept.
  case count
  /// More bytes than are kept.
  case bytes
  /// The disk was running full.
  case freeSpace
}

/// When the audio of a session is due to go or, once the session has none any more, when it went.
public struct AudioExpiry: Hashable, Sendable {
  /// Unix time in milliseconds.
  public var time: Int64
  public var reason: AudioExpiryReason

  public init(time: Int64, reason: AudioExpiryReason) {
    self.time = time
    self.reason = reason
  }
}

/// One dictation, without its texts.
public struct SessionRecord: Hashable, Sendable {
  public var id: SessionID
  public var inputKind: InputKind
  /// Unix time in milliseconds.
  public var startedAt: Int64
  /// The length of the recording, 0 or more; stored in milliseconds.
  public var duration: Duration
  /// The id of the profile that was active, nil where none was (recovered sessions).
  public var profile: String?
  /// `DeviceID` of the Device that began it, nil for the command line.
  public var device: String?
  /// `ControlID` of the Control that began it.
  public var control: String?
  public var action: ActionKind
  public var outcome: SessionOutcome
  /// The raw value of a typed error code; with outcome `failed` always present.
  public var failureCode: String?
  public var audio: AudioReference?
  /// Kept when anything else would expire it.
  public var pinned: Bool
  public var recovery: RecoveryKind?
  /// The id of the application that had the focus at begin; never a window's title.
  public var target: String?
  /// The name of the writing style that was in force.
  public var style: String?
  public var audioExpiry: AudioExpiry?
  /// SHA-256 of the file that it was imported from, so that the same file is not imported twice. Where it lay is not kept.
  public var sourceSHA256: String?

  public init(
    id: SessionID, inputKind: InputKind, startedAt: Int64, duration: Duration, profile: String? = nil,
    device: String? = nil, control: String? = nil, action: ActionKind, outcome: SessionOutcome,
    failureCode: String? = nil, audio: AudioReference? = nil, pinned: Bool = false,
    recovery: RecoveryKind? = nil, target: String? = nil, style: String? = nil,
    audioExpiry: AudioExpiry? = nil,
    sourceSHA256: String? = nil
  ) {
    self.id = id
    self.inputKind = inputKind
    self.startedAt = startedAt
    self.duration = duration
    self.profile = profile
    self.device = device
    self.control = control
    self.action = action
    self.outcome = outcome
    self.failureCode = failureCode
    self.audio = audio
    self.pinned = pinned
    self.recovery = recovery
    self.target = target
    self.style = style
    self.audioExpiry = audioExpiry
    self.sourceSHA256 = sourceSHA256
  }
}
