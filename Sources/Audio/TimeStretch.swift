/// Makes sound faster or slower and leaves its pitch: waveform-similarity overlap-add (Verhelst and Roelands, "An overlap-add
/// technique based on waveform similarity (WSOLA) for high quality time-scale modification of speech", ICASSP 1993).
///
/// Pieces of the input overlap by half; each is taken from where it continues the one before best, near where its time has
/// come. Pure: frames in, frames out.
struct TimeStretch {
  /// Half a piece: 15 ms hold a period of the deepest voice, and no syllable.
  static let hopMilliseconds = 15
  /// How far a piece may move to fit: a period of a voice of 80 Hz.
  static let searchMilliseconds = 12

  private let channels: Int
  private let speed: Double
  private let hop: Int
  private let search: Int
  /// Interleaved input that is still needed; its first frame is frame `start` of the file.
  private var input: [Float] = []
  private var start = 0
  /// Where the next piece is due, in frames of the file.
  private var due = 0.0
  /// The frame that would continue the last piece; nil before the first.
  private var continuation: Int?
  private var isAtEnd = false

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - speed: 0.25...4; above 1 is faster.
  init(rate: Int, channels: Int, speed: Double) {
    self.channels = channels
    self.speed = speed
    hop = max(1, rate * Self.hopMilliseconds / 1000)
    search = rate * Self.searchMilliseconds / 1000
  }

  /// Adds input; an empty piece is the end.
  mutating func append(_ samples: [Int16]) {
    if samples.isEmpty { isAtEnd = true }
    input.append(contentsOf: samples.lazy.map { Float($0) })
  }

  /// The next frames, as many as the input is enough for; nil once all of it was used.
  mutating func next() -> [Int16]? {
    var output: [Int16] = []
    while hasPiece {
      let piece = place()
      output += joined(piece)
      continuation = piece + hop
      due += Double(hop) * speed
      forget()
    }
    return output.isEmpty && isAtEnd ? nil : output
  }

  private var end: Int { start + input.count / channels }

  private var hasPiece: Bool {
    let last = max(Int(due) + search, continuation ?? 0) + 2 * hop
    return last <= end || (isAtEnd && Int(due) + hop <= end)
  }

  /// Where the piece begins: near its due time, where it is most like what would have come next.
  private func place() -> Int {
    guard let continuation else { return Int(due) }
    let lowest = max(start, Int(due) - search)
    let highest = min(Int(due) + search, end - hop)
    guard lowest < highest, continuation + hop <= end else { return min(Int(due), max(start, end - hop)) }
    var best = (place: min(max(Int(due), lowest), highest), likeness: -Float.infinity)
    for candidate in lowest...highest {
      let likeness = likeness(candidate, continuation)
      if likeness > best.likeness { best = (candidate, likeness) }
    }
    return best.place
  }

  /// The correlation of two stretches of a hop, of the first channel, by the loudness of the first.
  private func likeness(_ one: Int, _ other: Int) -> Float {
    var product: Float = 0
    var energy: Float = 1
    let (left, right) = ((one - start) * channels, (other - start) * channels)
    input.withUnsafeBufferPointer { input in
      for index in stride(from: 0, to: hop * channels, by: channels) {
        product += input[left + index] * input[right + index]
        energy += input[left + index] * input[left + index]
      }
    }
    return product / energy.squareRoot()
  }

  /// A hop of output: the end of the last piece fades into the beginning of this one.
  private func joined(_ piece: Int) -> [Int16] {
    let count = min(hop, end - piece)
    return (0..<count * channels).map { index in
      let frame = index / channels
      let new = input[(piece - start) * channels + index]
      guard let continuation, continuation + frame < end else { return Self.quantised(new) }
      let old = input[(continuation - start) * channels + index]
      let share = Float(frame) / Float(hop)
      return Self.quantised(old + (new - old) * share)
    }
  }

  private mutating func forget() {
    let needed = min(Int(due) - search, continuation ?? .max, end)
    let frames = needed - start
    // In larger steps, as each moves the rest.
    guard frames > 8 * hop else { return }
    input.removeFirst(frames * channels)
    start += frames
  }

  private static func quantised(_ value: Float) -> Int16 { Int16(max(-32768, min(32767, value.rounded()))) }
}
