import Testing

@testable import VoiceHistory

@Suite struct WaveHeaderTests {
  @Test func `our own header is understood`() throws {
    let header = try #require(WaveHeader(prefix: waveBytes(samples: 100)))
    #expect(header == WaveHeader(prefix: waveBytes(samples: 100, value: 9)))
    #expect(header.dataOffset == 44 && header.declaredDataBytes == 200)
  }

  @Test(arguments: [
    (44 + 200, 200, 100, 100), (44 + 100, 200, 50, 50), (44 + 300, 200, 100, 150), (44, 0, 0, 0),
    (44 + 200, 0, 0, 100), (44 + 200, 0xffff_ffff, 100, 100), (44 + 5, 5, 2, 2), (10, 200, 0, 0),
  ])
  func `a finished file has what the header claims and holds, a killed one all that is there`(
    fileBytes: Int, claimed: Int, finished: Int, killed: Int
  ) throws {
    let header = try #require(WaveHeader(prefix: waveBytes(samples: 0, claimed: claimed)))
    #expect(header.samples(fileBytes: fileBytes) == finished)
    #expect(header.salvageableSamples(fileBytes: fileBytes) == killed)
  }

  @Test func `chunks before the samples are passed over`() throws {
    var bytes = waveBytes(samples: 4)
    bytes.insert(contentsOf: Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0], at: 36)
    #expect(WaveHeader(prefix: bytes)?.dataOffset == 56)
  }

  @Test func `other files are not ours`() {
    let sound = waveBytes(samples: 4)
    for (offset, value) in [(0, 0x58), (8, 0x58), (20, 3), (22, 2), (24, 0), (34, 24), (12, 0x58)] {
      var bytes = sound
      bytes[offset] = UInt8(value)
      #expect(WaveHeader(prefix: bytes) == nil, "byte \(offset)")
    }
    for count in 0..<44 { #expect(WaveHeader(prefix: Array(sound[..<count])) == nil) }
    #expect(WaveHeader(prefix: Array(sound[..<16]) + [255, 255, 255, 255] + sound[20...]) == nil)
  }
}
