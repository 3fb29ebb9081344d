/// How a recording is listened to, cut and decoded.
///
/// The values are those of docs/decisions/0025: measured on 44 utterances of 47 clips with Moonshine base and Silero's detector.
public struct RecognitionPolicy: Hashable, Sendable, Codable {
  /// Decode while the user speaks, cutting at long pauses, so that the wait after the release does not grow with the
  /// dictation. Off: up to 25 s are decoded whole, after the release; punctuation is a little better.
  public var cutsAtPauses = true
  /// Find speech first and decode nothing else. Off: everything is decoded, and nothing that the engine writes is dropped.
  public var detectsSpeech = true
  /// What is spoken, as a BCP 47 tag that the model's manifest lists; nil: the model's only language, or it finds out.
  public var language: String?

  /// A pause this long ends a segment ...
  package var cutPauseMilliseconds = 700
  /// ... when its first speech lies this far back. Shorter segments lose words.
  package var cutAfterMilliseconds = 8_000
  /// A pause this long has the segment decoded before it is known whether it ends there.
  package var speculationPauseMilliseconds = 300
  /// What is decoded before a segment's first speech and after its last.
  package var paddingMilliseconds = 200

  public init(cutsAtPauses: Bool = true, detectsSpeech: Bool = true, language: String? = nil) {
    self.cutsAtPauses = cutsAtPauses
    self.detectsSpeech = detectsSpeech
    self.language = language
  }
}

/// Samples in so many milliseconds.
package func sampleCount(milliseconds: Int) -> Int { milliseconds * sampleRate / 1_000 }
