import CSherpa
import Glibc
import Models
import Speech

/// One network of the library, loaded. It decodes a piece of audio at a time, and keeps nothing of it.
protocol Recogniser: AnyObject {
  /// - Parameter audio: 16 kHz, of a length that `Engine` has checked.
  /// - Returns: nil when the library gives no result.
  func decode(_ audio: [Float]) -> Recognised?
}

/// What the library found, copied out of its memory.
struct Recognised {
  var text: String
  /// Empty where the model tells no times.
  var tokens: [WordTimes.Token]
  /// As the library writes it; nil: it tells none.
  var language: String?

  init(
    text: UnsafePointer<CChar>?, tokens: UnsafePointer<UnsafePointer<CChar>?>?,
    starts: UnsafePointer<Float>?, durations: UnsafePointer<Float>?, count: Int32,
    language: UnsafePointer<CChar>?
  ) {
    self.text = text.map { String(cString: $0) } ?? ""
    self.language = language.map { String(cString: $0) }
    self.tokens = []
    guard let tokens, let starts else { return }
    self.tokens = (0..<Int(count)).compactMap { index in
      guard let text = tokens[index] else { return nil }
      let bytes = UnsafeBufferPointer(start: text, count: strlen(text))
      return WordTimes.Token(
        bytes: bytes.map(UInt8.init(bitPattern:)), start: starts[index], duration: durations?[index])
    }
  }
}

extension ModelPackage {
  /// Nil when the library refuses the files.
  ///
  /// - Parameter language: one of the manifest's; nil: the engine finds out.
  func makeRecogniser(language: String?) -> (any Recogniser)? {
    manifest.engine == .streamingTransducer
      ? OnlineRecogniser(self) : OfflineRecogniser(self, language: language)
  }
}

/// Strings for the library, which reads them before a call returns.
final class LibraryStrings {
  private var strings: [UnsafeMutablePointer<CChar>] = []

  deinit { for string in strings { free(string) } }

  func callAsFunction(_ text: String) -> UnsafePointer<CChar> {
    guard let copy = strdup(text) else { preconditionFailure("there is no memory for a file's name") }
    strings.append(copy)
    return UnsafePointer(copy)
  }
}

/// What all networks are given.
enum LibrarySettings {
  static let sampleRate: Int32 = 16_000
  /// Models that were trained with another number say so in their own metadata.
  static let features: Int32 = 80
  /// A second thread gains 10 to 35 % on an idle machine and loses on a busy one.
  static let threads: Int32 = 1
  static let provider = "cpu"
  /// Any other ends the process for Moonshine and Whisper.
  static let method = "greedy_search"
}
