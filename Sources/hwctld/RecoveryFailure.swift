import Audio
import Speech
import SystemCalls

/// Why a recording has no words.
struct RecoveryFailure: Error {
  var code: String
  var field: Log.Field
  enum Cause {
    /// It is the recording: another attempt would end in the same way.
    case recording
    /// The worker ended or hung: the recording, want of memory, or somebody's hand.
    case worker
    /// The next recording would fare no better.
    case recogniser
  }
  var cause: Cause

  private enum OwnCode: String, CaseIterable { case noWords }

  /// Somebody speaks, and the model has no words for it.
  static let noWords = RecoveryFailure(
    code: "recovery.noWords", field: .code(OwnCode.noWords), cause: .recording)

  private init(code: String, field: Log.Field, cause: Cause) {
    self.code = code
    self.field = field
    self.cause = cause
  }

  init(_ error: AudioFileError) {
    code = "audio.\(error.code.rawValue)"
    field = .code(error.code)
    cause = .recording
  }

  init(_ error: SpeechError) {
    code = "speech.\(error.code.rawValue)"
    field = .code(error.code)
    switch error.code {
    case .overflow: cause = .recording
    case .workerCrashed, .workerHung: cause = .worker
    case .modelMissing, .modelDamaged, .workerMissing, .workerStopped, .loadFailed, .languageUnknown,
      .loadTimeout, .protocolViolation:
      cause = .recogniser
    }
  }
}
