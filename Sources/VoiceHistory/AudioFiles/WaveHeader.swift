/// The header of an audio file as hwctl writes it: RIFF WAVE, 16-bit PCM, mono, 16 kHz, no bytes behind the samples.
///
/// Shapes from "Multimedia Programming Interface and Data Specifications 1.0" (IBM, Microsoft, 1991), RIFF chapter.
struct WaveHeader: Hashable {
  /// RIFF and format chunk and the head of the data chunk.
  static let smallestBytes = 44
  /// Enough for the header, were a writer to put other small chunks before the samples.
  static let prefixBytes = 4096

  /// Where the samples begin.
  var dataOffset: Int
  /// The size of the samples that the header claims; wrong when the writer was killed.
  var declaredDataBytes: Int

  /// Nil unless it is a header of that kind with its data chunk in the prefix.
  init?(prefix: [UInt8]) {
    guard Self.tag(prefix, 0) == "RIFF", Self.tag(prefix, 8) == "WAVE" else { return nil }
    var offset = 12
    var formatIsOurs = false
    while let name = Self.tag(prefix, offset), let size = Self.number(prefix, offset + 4, bytes: 4) {
      let body = offset + 8
      if name == "data" {
        guard formatIsOurs else { return nil }
        dataOffset = body
        declaredDataBytes = size
        return
      }
      if name == "fmt " { formatIsOurs = Self.isOurs(prefix, body) }
      // Chunks are padded to even sizes.
      offset = body + size + size % 2
    }
    return nil
  }

  /// Samples in a finished file of this size: what the header claims, as far as it is there.
  func samples(fileBytes: Int) -> Int { min(declaredDataBytes, max(0, fileBytes - dataOffset)) / 2 }

  /// Samples in a file whose writer was killed: all that is there, whatever the header claims.
  func salvageableSamples(fileBytes: Int) -> Int { max(0, fileBytes - dataOffset) / 2 }

  private static func isOurs(_ bytes: [UInt8], _ format: Int) -> Bool {
    number(bytes, format, bytes: 2) == 1 && number(bytes, format + 2, bytes: 2) == 1
      && number(bytes, format + 4, bytes: 4) == 16_000 && number(bytes, format + 14, bytes: 2) == 16
  }

  private static func tag(_ bytes: [UInt8], _ offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// Little-endian.
  private static func number(_ bytes: [UInt8], _ offset: Int, bytes count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
