/// Why Edited text is delivered in the place of refined text. The raw values are stored in history: they never change.
public enum FallbackReason: String, CaseIterable, Hashable, Sendable, Codable {
  /// No refiner is chosen.
  case off
  /// The refiner could send text off the machine, which is not allowed.
  case remoteCapable
  /// The answer names another provider or model than was asked, or one on another machine.
  case wrongIdentity
  /// Nothing was to be refined.
  case empty
  /// More text than is refined at once.
  case tooLong
  /// The time was over.
  case deadline
  case cancelled
  /// Earlier calls have not ended, although they were told to.
  case overloaded
  /// hwctl ends.
  case stopped

  /// Nothing answers at the refiner's address.
  case unreachable
  /// What answers there is not Ollama.
  case notOllama
  /// It is older than what hwctl needs.
  case outdated
  case modelMissing
  /// The model runs on another machine.
  case modelRemote
  /// It is not the model whose digest the preferences name.
  case modelChanged
  /// It cannot write text.
  case modelUnfit
  case busy
  /// It answered with an error.
  case failed
  /// It sent us elsewhere, which is never followed.
  case redirected

  /// The answer was cut off.
  case truncated
  /// The answer cannot be read.
  case malformed
  /// The answer is longer than any that could be right.
  case tooLarge
  /// The answer was read, and the words in it are not what was said; the verdict says which rule it broke.
  case rejected
}
