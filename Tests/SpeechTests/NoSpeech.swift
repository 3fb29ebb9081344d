import Glibc

/// Sounds that are not speech, made here; the same on every run.
enum NoSpeech: CaseIterable {
  case silence, faintNoise, loudNoise, hum, clicks, fan, keyboard, music

  func samples(seconds: Int) -> [Int16] {
    let count = seconds * 16_000
    switch self {
    case .silence: return [Int16](repeating: 0, count: count)
    case .faintNoise: return noise(count, loudness: 0.002)
    case .loudNoise: return noise(count, loudness: 0.1)
    case .hum: return (0..<count).map { Int16(6_000 * sine(50, $0)) }
    case .clicks: return clicks(count)
    case .fan: return fan(count)
    case .keyboard: return keyboard(count)
    case .music: return music(count)
    }
  }

  private func sine(_ frequency: Double, _ index: Int) -> Double {
    sin(2 * Double.pi * frequency * Double(index) / 16_000)
  }

  private func noise(_ count: Int, loudness: Double) -> [Int16] {
    var random = LinearCongruential(state: 42)
    return (0..<count).map { _ in sample(loudness * random.next()) }
  }

  /// Eight a second, 2 ms each.
  private func clicks(_ count: Int) -> [Int16] {
    var random = LinearCongruential(state: 42)
    return (0..<count).map { $0 % 2_000 < 32 ? sample(0.37 * random.next()) : 0 }
  }

  /// Air through blades: noise without its highs, whose loudness sways as the blades pass, and the motor's hum.
  private func fan(_ count: Int) -> [Int16] {
    var random = LinearCongruential(state: 7)
    var low = 0.0
    return (0..<count).map { index in
      low += 0.12 * (random.next() - low)
      let air = 0.35 * low * (1 + 0.25 * sine(27, index) + 0.1 * sine(0.4, index))
      return sample(air + 0.02 * sine(100, index) + 0.01 * sine(200, index))
    }
  }

  /// Four to twelve keys a second, each struck and let go: a knock of the case below, a click above, both dying away.
  private func keyboard(_ count: Int) -> [Int16] {
    var random = LinearCongruential(state: 11)
    var sound = noise(count, loudness: 0.001).map { Double($0) / 32_768 }
    var at = 4_000
    while at < count {
      let loudness = 0.15 + 0.1 * abs(random.next())
      for (delay, share) in [(0, 1.0), (1_200 + Int(500 * abs(random.next())), 0.5)] {
        for index in 0..<640 where at + delay + index < count {
          let fading = exp(-Double(index) / 90)
          let tone = 0.5 * sine(180, index) * exp(-Double(index) / 200) + 0.4 * sine(2_700, index) * fading
          sound[at + delay + index] += loudness * share * (tone + 0.5 * random.next() * fading)
        }
      }
      at += 1_300 + Int(2_700 * abs(random.next()))
    }
    return sound.map(sample)
  }

  /// Four chords, a tune above them and a drum: tones with overtones, struck and dying away.
  private func music(_ count: Int) -> [Int16] {
    let chords = [[220.0, 261.6, 329.6], [174.6, 220, 261.6], [196, 246.9, 293.7], [164.8, 207.7, 246.9]]
    let tune = [
      659.3, 587.3, 523.3, 587.3, 659.3, 659.3, 659.3, 0, 587.3, 587.3, 587.3, 0, 659.3, 784, 784, 0,
    ]
    var random = LinearCongruential(state: 3)
    return (0..<count).map { index in
      let chord = chords[index / 32_000 % 4].reduce(0) {
        $0 + tone($1, index, since: index % 32_000, fading: 20_000)
      }
      let melody = tone(tune[index / 6_400 % 16], index, since: index % 6_400, fading: 5_000)
      let drum = index % 8_000 < 1_500 ? random.next() * exp(-Double(index % 8_000) / 300) : 0
      return sample(0.08 * chord + 0.15 * melody + 0.12 * drum)
    }
  }

  private func tone(_ frequency: Double, _ index: Int, since: Int, fading: Double) -> Double {
    guard frequency > 0 else { return 0 }
    let struck = min(1, Double(since) / 80) * exp(-Double(since) / fading)
    return struck
      * (1...4).reduce(0) { $0 + sine(frequency * Double($1), index) / Double($1 * $1) }
  }

  private func sample(_ value: Double) -> Int16 { Int16(max(-32_768, min(32_767, value * 32_768))) }
}

/// Knuth's MMIX generator: the same noise on every run.
private struct LinearCongruential {
  var state: UInt64

  /// -1 ..< 1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 33) / Double(1 << 30) - 1
  }
}
