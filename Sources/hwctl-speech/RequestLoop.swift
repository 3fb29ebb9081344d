import Domain
import Glibc
import Models
import Speech
import SystemCalls

/// Reads requests and answers them, one after another, on the one thread there is.
///
/// While a segment is decoded nothing is read; what the user says meanwhile waits in the socket and in the client. So what
/// may turn out to be of no use is only decoded when nothing waits.
struct RequestLoop: ~Copyable {
  private let connection: FileDescriptor
  private var decoder = FrameDecoder()
  private var engine: Engine?
  private var policy = RecognitionPolicy()
  private var recording: SpeechRecording?

  init(connection: consuming FileDescriptor) { self.connection = connection }

  /// Until the client closes the connection.
  ///
  /// - Returns: the exit code: 0 at a clean end, 1 when the connection or what came over it failed.
  mutating func run() -> CInt {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    do {
      while let count = try connection.read(into: buffer), count > 0 {
        for frame in try decoder.frames(adding: buffer[..<count]) { try answer(frame) }
        if !isAskedForMore { try speculate() }
      }
      return decoder.isAtBoundary ? 0 : 1
    } catch let failure as WorkerReply.Failure {
      try? reply(.failure(failure))
    } catch is SystemError {
      // The client is gone: there is nobody to tell.
    } catch {
      try? reply(.failure(WorkerReply.Failure(code: .protocolViolation, message: "\(error)")))
    }
    return 1
  }

  private mutating func answer(_ frame: Frame) throws {
    switch try WorkerRequest(frame) {
    case .load(let load): try reload(load)
    case .begin(let session):
      recording = SpeechRecording(session: session, engine: try loadedEngine(), policy: policy)
    case .audio(let samples): recording?.append(samples)
    case .finish(let session):
      guard let recording, recording.session == session else { return }
      self.recording = nil
      try reply(.result(recording.finish()))
    case .cancel(let session): if recording?.session == session { recording = nil }
    }
  }

  private var isAskedForMore: Bool {
    var entry = pollfd(fd: connection.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  /// Decodes a segment that may have ended, so that its text is there when it has.
  private func speculate() throws {
    guard let recording, let segment = recording.speculation else { return }
    let text = recording.speculate(segment)
    try reply(.provisional(WorkerReply.Provisional(session: recording.session, text: text)))
  }

  /// Forgets whatever an earlier client did here.
  private mutating func reload(_ load: WorkerRequest.Load) throws {
    recording = nil
    engine = nil
    guard load.protocolVersion == WorkerRequest.protocolVersion else {
      throw WorkerReply.Failure(
        code: .protocolViolation,
        message: "client version \(load.protocolVersion), worker version \(WorkerRequest.protocolVersion)")
    }
    let start = MonotonicInstant.now()
    policy = load.policy
    let engine = try Engine(package: try Self.admit(load.modelFolder), policy: policy)
    self.engine = engine
    let milliseconds = Int(start.duration(to: .now()).wholeMilliseconds)
    try reply(.ready(WorkerReply.Ready(model: engine.model, loadMilliseconds: milliseconds)))
  }

  private static func admit(_ folder: String) throws(WorkerReply.Failure) -> ModelPackage {
    do throws(ModelError) { return try ModelPackage.admit(folder) } catch {
      throw WorkerReply.Failure(code: SpeechError.Code(error.code), message: error.message)
    }
  }

  private func loadedEngine() throws -> Engine {
    guard let engine else {
      throw WorkerReply.Failure(code: .protocolViolation, message: "a session before a model")
    }
    return engine
  }

  private borrowing func reply(_ reply: WorkerReply) throws { try connection.writeAll(reply.frame.bytes) }
}

extension SpeechError.Code {
  init(_ code: ModelError.Code) {
    self =
      switch code {
      case .missing, .notAFolder: .modelMissing
      case .manifestMalformed, .newerSchema, .unknownEngine, .extraFile, .missingFile, .link, .wrongSize,
        .wrongDigest, .unreadable:
        .modelDamaged
      }
  }
}
