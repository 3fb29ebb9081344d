@testable import Speech

/// An engine whose detector hears speech where there is sound, and whose texts are given by a closure.
final class ScriptedEngine: SpeechDecoding {
  private let answer: (_ decode: Int, _ samples: [Float]) -> DecodedSpeech
  /// The lengths it was given, in order.
  private(set) var lengths: [Int] = []
  private(set) var resets = 0

  init(_ answer: @escaping (_ decode: Int, _ samples: [Float]) -> DecodedSpeech) { self.answer = answer }

  convenience init(texts: [String]) {
    self.init { decode, _ in DecodedSpeech(text: decode < texts.count ? texts[decode] : "and so on") }
  }

  func decode(_ samples: [Float]) -> DecodedSpeech {
    precondition(SpeechRecording.decodableSamples.contains(samples.count))
    lengths.append(samples.count)
    return answer(lengths.count - 1, samples)
  }

  func isSpeech(_ window: [Float]) -> Bool { window.contains { $0 != 0 } }
  func resetDetector() { resets += 1 }
}

/// Sound and silence, in seconds.
func audio(_ stretches: (sound: Double, silence: Double)...) -> [Int16] {
  stretches.flatMap { stretch in
    [Int16](repeating: 1_000, count: Int(stretch.sound * 16_000))
      + [Int16](repeating: 0, count: Int(stretch.silence * 16_000))
  }
}
