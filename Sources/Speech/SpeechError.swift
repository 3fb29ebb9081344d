/// Why speech was not recognised.
public struct SpeechError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// There is no model.
    case modelMissing
    /// There is one, but it is not what its manifest says.
    case modelDamaged
    /// The worker program could not be started.
    case workerMissing
    /// The worker ended by itself, by a signal or with an exit code.
    case workerCrashed
    /// The worker was stopped from outside (SIGSTOP) while someone waited for it, and was killed.
    case workerStopped
    /// No result within the decode limit; the worker was killed.
    case workerHung
    /// The speech engine refused the model.
    case loadFailed
    /// The model does not know the language that was asked for.
    case languageUnknown
    /// The model was not loaded within the load limit; the worker was killed.
    case loadTimeout
    /// The worker said what nobody understands: the two programs are not of one version.
    case protocolViolation
    /// More audio waited for the worker than is kept.
    case overflow
  }

  public var code: Code
  /// What else is known, in words. Private: shown to the user, never logged.
  public var detail: String

  public init(_ code: Code, detail: String = "") {
    self.code = code
    self.detail = detail
  }

  init(_ failure: WorkerReply.Failure) { self.init(failure.code, detail: failure.message) }

  /// What failed, why, the likely cause and what mends it.
  public var message: String {
    switch code {
    case .modelMissing, .modelDamaged: detail
    case .workerMissing:
      "the speech worker cannot be started: \(detail); install hwctl again ('make install')"
    case .workerCrashed:
      "the speech worker ended unexpectedly (\(detail)); the next dictation starts a new one; if it happens again, check "
        + "the model with 'hwctl models verify', or choose another"
    case .workerStopped:
      "the speech worker was stopped from outside (\(detail)) and was ended; the next dictation starts a new one"
    case .workerHung:
      "the speech worker gave no text within \(detail) and was ended; the machine may be overloaded; the next "
        + "dictation starts a new one, and 'decodeLimitSeconds' of 'speech' in the preferences allows more time"
    case .loadFailed:
      "the speech engine cannot load the model: \(detail); 'hwctl models verify' checks its files"
    case .languageUnknown:
      "the speech model does not know the language that was chosen: \(detail); choose another language or model"
    case .loadTimeout:
      "the speech model was not loaded within \(detail): the machine may be overloaded; try again"
    case .protocolViolation:
      "the speech worker does not speak this hwctl's protocol (\(detail)): install hwctl again ('make install')"
    case .overflow:
      "the speech worker is too slow for this machine: more than \(detail) of audio waited for it"
    }
  }
}
