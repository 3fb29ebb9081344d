import BindingEngine
import ControlProtocol
import Delivery
import Domain
import Drivers
import Foundation
import Profiles
import Runtime
import SystemCalls
import Testing

/// An input thread that does not run, or one that does everything at once.
private struct FakeInput: InputPerforming {
  let runs: Bool

  func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    if runs { work() }
    return runs
  }
}

private struct IdleExecutor: ActionExecuting {
  func begin(_ action: ActionSlot, _ cause: Cause, generation: Int) -> Bool { true }
  func end(_ action: ActionSlot, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {}
  func cancel(_ action: ActionSlot, _ reason: Reason, generation: Int) {}
  func adopt(_ table: ActionTable) {}
  func devicesChanged(_ devices: [DeviceDescriptor]) {}
  func releaseAll() {}
}

/// A runtime on a real socket and a real profile file.
private final class RuntimeUnderTest: Sendable {
  let folder: String
  let store: ProfileStore
  private let server: ControlServer
  private let inbox: RuntimeInbox

  init(inputRuns: Bool = true) throws {
    folder = NSTemporaryDirectory() + "hwctl-" + UUID().uuidString.prefix(8)
    try Files.makeFolder(folder)
    store = ProfileStore(path: folder + "/profiles.json", models: DeviceCatalogue.bindableModels)
    let inbox = RuntimeInbox()
    self.inbox = inbox
    server = try ControlServer(
      path: folder + "/s", onRequest: { inbox.post(.request($0, $1)) },
      onLeave: { inbox.post(.clientLeft($0)) })
    try server.start()
    let core = InputCore(
      profile: ProfileEnvelope.standard.profiles[0], executor: IdleExecutor(), inbox: inbox)
    let runtime = Runtime(
      parts: Runtime.Parts(
        input: FakeInput(runs: inputRuns), core: core, inbox: inbox, profiles: store, server: server,
        resolveChords: { _ in [:] }, components: { [] }, trace: nil),
      envelope: .standard, version: "0", processID: 1)
    Task { await runtime.run() }
  }

  deinit {
    server.stop()
    inbox.finish()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Sends one request and waits for its reply, at most 5 s, on a thread of its own.
  func ask(_ request: ControlRequest) async throws -> ControlReply {
    let path = folder + "/s"
    let bytes = try await withCheckedThrowingContinuation { continuation in
      Thread(name: "ask") { continuation.resume(with: Result { try Self.exchange(path, request) }) }.start()
    }
    return try JSONDecoder().decode(ControlReply.self, from: Data(bytes))
  }

  private static func exchange(_ path: String, _ request: ControlRequest) throws -> [UInt8] {
    let socket = try UnixSocket.connect(path)
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(socket.rawValue, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try socket.writeAll(Array(JSONEncoder().encode(request)) + [UInt8(ascii: "\n")])
    var reply: [UInt8] = []
    while reply.last != UInt8(ascii: "\n") {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = try buffer.withUnsafeMutableBytes { try socket.read(into: $0) }
      guard let count, count > 0 else { break }
      reply += buffer[..<count]
    }
    return reply
  }
}

@Suite struct ProfileRequestTests {
  @Test func `choosing a profile keeps what was edited since the start`() async throws {
    let runtime = try RuntimeUnderTest()
    var edited = ProfileEnvelope.standard
    edited.profiles.append(Profile(id: "typing", name: "Typing", devices: []))
    try runtime.store.save(edited)
    #expect(try await runtime.ask(ControlRequest(.useProfile, profile: "typing")).error == nil)
    edited.activeProfile = "typing"
    #expect(try runtime.store.load().envelope == edited)
    #expect(try await runtime.ask(ControlRequest(.status)).status?.activeProfile == "typing")
  }

  @Test func `choosing a profile leaves a damaged file alone`() async throws {
    let runtime = try RuntimeUnderTest()
    try Files.replace(runtime.store.path, with: Array("{".utf8))
    let reply = try await runtime.ask(ControlRequest(.useProfile, profile: "default"))
    #expect(reply.error?.code == .invalidProfiles)
    #expect(try Files.read(runtime.store.path, limit: 10) == Array("{".utf8))
  }

  @Test func `a command that cannot be carried out is not called done`() async throws {
    let runtime = try RuntimeUnderTest(inputRuns: false)
    let reply = try await runtime.ask(ControlRequest(.action, verb: .begin, action: "localDictation"))
    #expect(reply.error?.code == .notReady)
  }
}
