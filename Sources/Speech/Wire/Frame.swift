/// One message between client and worker: a kind byte, the payload's length as UInt32 little-endian, the payload.
package struct Frame: Hashable, Sendable {
  /// The largest payload. Audio goes in far smaller pieces; a word and its times are some 60 bytes, and two hours of
  /// speech, the longest recording, hold 30,000 words.
  package static let payloadLimitBytes = 1 << 22
  package static let headerBytes = 5

  package var kind: UInt8
  package var payload: [UInt8]

  package init(kind: UInt8, payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// As it goes over the wire. The payload must be within the limit.
  package var bytes: [UInt8] {
    precondition(payload.count <= Self.payloadLimitBytes, "messages are made smaller than the limit")
    var bytes: [UInt8] = [kind]
    bytes.reserveCapacity(Self.headerBytes + payload.count)
    bytes.append(contentsOf: littleEndianBytes(of: UInt32(payload.count)))
    bytes.append(contentsOf: payload)
    return bytes
  }
}

/// Cuts a stream of bytes into frames, whatever the pieces it comes in.
package struct FrameDecoder: Sendable {
  /// A frame announced a payload above the limit: the stream cannot be followed any more.
  package struct Oversize: Error, Hashable {
    package var bytes: Int
  }

  private var pending: [UInt8] = []

  package init() {}

  /// True when no frame is half received.
  package var isAtBoundary: Bool { pending.isEmpty }

  /// The frames that these bytes complete, in order.
  package mutating func frames(adding bytes: some Collection<UInt8>) throws(Oversize) -> [Frame] {
    pending.append(contentsOf: bytes)
    var frames: [Frame] = []
    var start = 0
    while pending.count - start >= Frame.headerBytes {
      let length = Int(uint32(pending[(start + 1)...]))
      guard length <= Frame.payloadLimitBytes else { throw Oversize(bytes: length) }
      let end = start + Frame.headerBytes + length
      guard end <= pending.count else { break }
      frames.append(Frame(kind: pending[start], payload: Array(pending[(start + Frame.headerBytes)..<end])))
      start = end
    }
    pending.removeFirst(start)
    return frames
  }
}

func littleEndianBytes(of value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// The first four bytes, of which there must be at least four.
func uint32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
