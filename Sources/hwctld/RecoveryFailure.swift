import Audio
import Speech
import SystemCalls

/// Why a recording has no words.
struct RecoveryFailure: Error {
  var code: String
  var field: Log.Field
  /// It is the recording: another attempt would end in the same way. Else it is the recogniser, and the next recording would fare
  /// no better.
  var isItself: Bool

  init(_ error: AudioFileError) {
    code = "audio.\(error.code.rawValue)"
    field = .code(error.code)
    isItself = true
  }

  init(_ error: SpeechError) {
    code = "speech.\(error.code.rawValue)"
    field = .code(error.code)
    switch error.code {
    case .workerCrashed, .workerHung, .overflow: isItself = true
    case .modelMissing, .modelDamaged, .workerMissing, .workerStopped, .loadFailed, .languageUnknown,
      .loadTimeout, .protocolViolation:
      isItself = false
    }
  }
}
