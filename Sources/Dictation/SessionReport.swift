public import Domain

/// What began a session, for history and for the trace.
public struct SessionCause: Hashable, Sendable {
  /// The press, or the command's arrival.
  public var instant: MonotonicInstant
  /// Which dictation.
  public var action: ActionKind
  public var device: DeviceID?
  public var control: ControlID?
  /// The id of the profile that was active.
  public var profile: String?
  /// What that profile says of its dictations.
  public var writing: ProfileWriting

  public init(
    instant: MonotonicInstant, action: ActionKind = .localDictation, device: DeviceID? = nil,
    control: ControlID? = nil, profile: String? = nil, writing: ProfileWriting = ProfileWriting()
  ) {
    self.instant = instant
    self.action = action
    self.device = device
    self.control = control
    self.profile = profile
    self.writing = writing
  }
}

/// One step of a session, told to observers as it happens. Observers must not block.
public struct SessionReport: Sendable {
  public enum Step: Sendable {
    case begun
    case microphoneOpened
    case firstFrame
    case released
    /// The microphone failed by itself: the session no longer listens.
    case failed(SessionFailure)
    case audioSaved(SessionFailure?)
    /// What has been recognised so far, while the person still speaks; the next may differ.
    case provisional(String)
    case recognised(raw: String)
    /// The words are with the refiner.
    case refining
    /// The refiner is done; its text is used unless a failure stands here.
    case refined(SessionFailure?)
    /// The words are on their way to the target.
    case delivering
    /// The failure is nil when every character reached the target.
    case delivered(text: String, route: String, SessionFailure?)
    case stored
    case ended(SessionEnding, SessionFailure?)
  }

  public var session: SessionID
  /// The number that `begin` was given: says which Active Action this belongs to.
  public var generation: Int
  public var step: Step
  public var instant: MonotonicInstant
  /// Since the press.
  public var sincePress: Duration
  /// Where the session stands after this step.
  public var state: SessionState
}
