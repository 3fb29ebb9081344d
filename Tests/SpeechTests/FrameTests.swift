import Testing

@testable import Speech

@Suite struct FrameTests {
  @Test func `a frame is its kind, its length in little-endian and its payload`() {
    #expect(Frame(kind: 7, payload: [1, 2, 3]).bytes == [7, 3, 0, 0, 0, 1, 2, 3])
    #expect(Frame(kind: 9, payload: [UInt8](repeating: 0, count: 258)).bytes.prefix(5) == [9, 2, 1, 0, 0])
  }

  @Test func `frames come out whole whatever the pieces they come in`() throws {
    let frames = [Frame(kind: 1, payload: [5]), Frame(kind: 2), Frame(kind: 3, payload: Array(0...200))]
    let bytes = frames.flatMap(\.bytes)
    for piece in 1...bytes.count {
      var decoder = FrameDecoder()
      var decoded: [Frame] = []
      for start in stride(from: 0, to: bytes.count, by: piece) {
        decoded += try decoder.frames(adding: bytes[start..<min(start + piece, bytes.count)])
      }
      #expect(decoded == frames)
      #expect(decoder.isAtBoundary)
    }
  }

  @Test func `a stream that ends within a frame is not at a boundary`() throws {
    var decoder = FrameDecoder()
    #expect(try decoder.frames(adding: [1, 1, 0, 0, 0]) == [])
    #expect(!decoder.isAtBoundary)
  }

  @Test func `a payload of the limit passes and one byte more is refused before it has come`() throws {
    var decoder = FrameDecoder()
    let largest = Frame(kind: 1, payload: [UInt8](repeating: 7, count: Frame.payloadLimitBytes))
    #expect(try decoder.frames(adding: largest.bytes) == [largest])
    #expect(throws: FrameDecoder.Oversize(bytes: Frame.payloadLimitBytes + 1)) {
      try decoder.frames(adding: [1] + littleEndianBytes(of: UInt32(Frame.payloadLimitBytes + 1)))
    }
  }
}
