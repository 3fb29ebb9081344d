/// What the client says to the worker.
///
///     1 load    JSON {protocolVersion, modelFolder, policy}; resets the worker completely, whoever used it before
///     2 begin   UInt32 session
///     3 audio   16 kHz mono, signed 16 bit little-endian, of the session begun last
///     4 finish  UInt32 session
///     5 cancel  UInt32 session
///
/// begin and audio may follow load at once: they wait in the socket while the model loads.
package enum WorkerRequest: Hashable, Sendable {
  case load(Load)
  case begin(UInt32)
  case audio([Int16])
  case finish(UInt32)
  case cancel(UInt32)

  package static let protocolVersion = 2
  /// 8 s of audio; a frame holds four times as much.
  package static let audioLimitSamples = 128_000

  package struct Load: Hashable, Sendable, Codable {
    package var protocolVersion: Int
    package var modelFolder: String
    package var policy: RecognitionPolicy

    package init(
      modelFolder: String, policy: RecognitionPolicy, protocolVersion: Int = WorkerRequest.protocolVersion
    ) {
      self.protocolVersion = protocolVersion
      self.modelFolder = modelFolder
      self.policy = policy
    }
  }

  package var frame: Frame {
    switch self {
    case .load(let load): Frame(kind: Kind.load.rawValue, payload: WireJSON.encode(load))
    case .begin(let session): Frame(kind: Kind.begin.rawValue, payload: littleEndianBytes(of: session))
    case .audio(let samples): Frame(kind: Kind.audio.rawValue, payload: Self.bytes(of: samples))
    case .finish(let session): Frame(kind: Kind.finish.rawValue, payload: littleEndianBytes(of: session))
    case .cancel(let session): Frame(kind: Kind.cancel.rawValue, payload: littleEndianBytes(of: session))
    }
  }

  package init(_ frame: Frame) throws(WireError) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unknownKind(frame.kind) }
    switch kind {
    case .load: self = .load(try WireJSON.decode(Load.self, from: frame))
    case .begin: self = .begin(try Self.session(frame))
    case .audio:
      guard frame.payload.count.isMultiple(of: 2) else { throw .badPayload(frame.kind) }
      self = .audio(Self.samples(of: frame.payload))
    case .finish: self = .finish(try Self.session(frame))
    case .cancel: self = .cancel(try Self.session(frame))
    }
  }

  private enum Kind: UInt8 {
    case load = 1
    case begin, audio, finish, cancel
  }

  private static func session(_ frame: Frame) throws(WireError) -> UInt32 {
    guard frame.payload.count == 4 else { throw .badPayload(frame.kind) }
    return uint32(frame.payload[...])
  }

  private static func bytes(of samples: [Int16]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: samples.count * 2) { bytes, count in
      for (index, sample) in samples.enumerated() {
        let pattern = UInt16(bitPattern: sample)
        bytes[index * 2] = UInt8(truncatingIfNeeded: pattern)
        bytes[index * 2 + 1] = UInt8(truncatingIfNeeded: pattern >> 8)
      }
      count = samples.count * 2
    }
  }

  private static func samples(of bytes: [UInt8]) -> [Int16] {
    (0..<bytes.count / 2).map { Int16(bitPattern: UInt16(bytes[$0 * 2]) | UInt16(bytes[$0 * 2 + 1]) << 8) }
  }
}

/// Bytes that are no message of this protocol.
package enum WireError: Error, Hashable {
  case unknownKind(UInt8)
  case badPayload(UInt8)
}
