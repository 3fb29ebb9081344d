import Glibc
import Testing

@testable import Audio

@Suite struct TimeStretchTests {
  private func tone(_ frames: Int, channels: Int = 1) -> [Int16] {
    (0..<frames).flatMap { frame -> [Int16] in
      let angle = 2 * Double.pi * 200 * Double(frame) / 16_000
      return Array(repeating: Int16(10_000 * sin(angle)), count: channels)
    }
  }

  private func stretched(_ samples: [Int16], channels: Int = 1, speed: Double, piece: Int = 1000) -> [Int16] {
    var stretch = TimeStretch(rate: 16_000, channels: channels, speed: speed)
    var output: [Int16] = []
    for start in stride(from: 0, to: samples.count, by: piece * channels) {
      stretch.append(Array(samples[start..<min(start + piece * channels, samples.count)]))
      output += stretch.next() ?? []
    }
    stretch.append([])
    while let more = stretch.next() { output += more }
    return output
  }

  @Test(arguments: [0.25, 0.5, 0.75, 1, 1.5, 2, 4])
  func `sound takes as long as its speed says, and keeps its pitch and loudness`(speed: Double) {
    let output = stretched(tone(32_000), speed: speed)
    let expected = 32_000 / speed
    #expect(abs(Double(output.count) - expected) <= 0.02 * expected + 500)
    // 200 Hz cross zero upward 200 times a second.
    let middle = output[(output.count / 4)..<(output.count * 3 / 4)]
    let crossings = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    let frequency = Double(crossings) * 16_000 / Double(middle.count)
    #expect(abs(frequency - 200) < 4, "\(frequency) Hz")
    #expect(middle.max()! > 9_000 && middle.max()! < 10_600)
  }

  @Test func `pieces of any size give the same, and channels stay apart`() {
    let samples = tone(8000)
    #expect(stretched(samples, speed: 1.5, piece: 7) == stretched(samples, speed: 1.5, piece: 8000))
    var stereo = tone(8000, channels: 2)
    for index in stride(from: 1, to: stereo.count, by: 2) { stereo[index] = 0 }
    let output = stretched(stereo, channels: 2, speed: 0.5)
    #expect(output.count % 2 == 0)
    #expect(stride(from: 1, to: output.count, by: 2).allSatisfy { output[$0] == 0 })
  }

  @Test func `nothing, and less than a piece, come to an end`() {
    #expect(stretched([], speed: 2).isEmpty)
    #expect(stretched([1, 2, 3], speed: 0.5).count <= 6)
  }
}
