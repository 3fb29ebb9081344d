/// Recordings as the audio writer makes them: 16 kHz, one channel, 16 bits.
public enum WaveFile {
  /// - Parameter bytes: of sound.
  public static func header(for bytes: Int) -> [UInt8] {
    Array("RIFF".utf8) + little(bytes + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8) + little(bytes, 4)
  }

  public static func bytes(of samples: [Int16]) -> [UInt8] {
    header(for: samples.count * 2) + samples.flatMap { little(Int(UInt16(bitPattern: $0)), 2) }
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * $0) & 255) }
  }
}
