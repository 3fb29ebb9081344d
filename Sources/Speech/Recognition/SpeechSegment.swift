/// A stretch of a recording that is decoded in one go. Positions are samples of the recording.
package struct SpeechSegment: Hashable, Sendable {
  /// What it covers; segments lie end to end.
  package var range: Range<Int>
  /// What the detector took for speech, in order, with pauses between.
  package var speech: [Range<Int>]
  /// What is to be decoded: from the first speech to the last, with some silence around it; empty where there is none.
  package var audio: Range<Int>

  package init(range: Range<Int>, speech: [Range<Int>], padding: Int) {
    self.range = range
    self.speech = speech
    guard let first = speech.first, let last = speech.last else {
      audio = range.lowerBound..<range.lowerBound
      return
    }
    audio =
      max(range.lowerBound, first.lowerBound - padding)..<min(range.upperBound, last.upperBound + padding)
  }

  package var speechSamples: Int { speech.reduce(0) { $0 + $1.count } }

  /// How much silence ends what is decoded.
  package var silenceAfter: Int { audio.upperBound - (speech.last?.upperBound ?? audio.upperBound) }

  /// The two parts around the longest pause, each with half of it for silence; nil where there is no pause.
  package var parts: (SpeechSegment, SpeechSegment)? {
    guard
      let index = speech.indices.dropLast().max(by: {
        speech[$0 + 1].lowerBound - speech[$0].upperBound < speech[$1 + 1].lowerBound - speech[$1].upperBound
      })
    else { return nil }
    let middle = (speech[index].upperBound + speech[index + 1].lowerBound) / 2
    var left = self
    left.range = range.lowerBound..<middle
    left.speech = Array(speech[...index])
    left.audio = audio.lowerBound..<middle
    var right = self
    right.range = middle..<range.upperBound
    right.speech = Array(speech[(index + 1)...])
    right.audio = middle..<audio.upperBound
    return (left, right)
  }
}
