import BindingEngine
import ControlProtocol
import Delivery
import Domain
import Drivers
import Foundation
import Profiles
import Runtime
import Synchronization
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

struct IdleExecutor: ActionExecuting {
  var onAdopt: @Sendable () -> Void = {}
  func begin(_ action: ActionSlot, _ cause: Cause, generation: Int) -> Bool { true }
  func end(_ action: ActionSlot, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {}
  func cancel(_ action: ActionSlot, _ reason: Reason, generation: Int) {}
  func adopt(_ table: ActionTable) { onAdopt() }
  func devicesChanged(_ devices: [DeviceDescriptor]) {}
  func releaseAll() {}
  func keepWords() {}
}

/// A runtime on a real socket and a real profile file.
private final class RuntimeUnderTest: Sendable {
  let folder: String
  let store: ProfileStore
  let adoptions = Mutex(0)
  private let server: ControlServer
  private let inbox: RuntimeInbox

  init(inputRuns: Bool = true) throws {
    folder = NSTemporaryDirectory() + "hwctl-" + UUID().uuidString.prefix(8)
    try Files.makeFolder(folder)
    store = ProfileStore(path: folder + "/profiles.json", models: DeviceCatalogue.bindableModels)
    let inbox = RuntimeInbox()
    self.inbox = inbox
    server = try ControlServer(
      path: folder + "/s", version: "0", onRequest: { inbox.post(.request($0, $1)) },
      onLeave: { inbox.post(.clientLeft($0)) })
    try server.start()
    let counted = Mutex<(@Sendable () -> Void)?>(nil)
    let core = InputCore(
      profile: ProfileEnvelope.standard.profiles[0],
      executor: IdleExecutor(onAdopt: { counted.withLock { $0 }?() }), inbox: inbox)
    let runtime = Runtime(
      parts: Runtime.Parts(
        input: FakeInput(runs: inputRuns), core: core, inbox: inbox, profiles: store, server: server,
        resolveChords: { _ in ResolvedChords() }, components: { [] }, redeliver: { _, _ in }, trace: nil),
      envelope: .standard, version: "0", processID: 1)
    counted.withLock { $0 = { [weak self] in self?.adoptions.withLock { $0 += 1 } } }
    Task { await runtime.run() }
  }

  deinit {
    server.stop()
    inbox.finish()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// As the executor would, for an Action.
  func choose(_ change: ProfileSwitch) { inbox.post(.switchProfile(change)) }

  /// As the watch over the files would.
  func edited() { inbox.post(.settingsChanged(.profiles)) }

  func profiles() async throws -> ComponentStatus? {
    try await ask(ControlRequest(.status)).status?.components.first { $0.name == .profiles }
  }

  /// Sends one request and waits for its reply, at most 60 s, on a thread of its own.
  func ask(_ request: ControlRequest) async throws -> ControlReply {
    let path = folder + "/s"
    let bytes = try await withCheckedThrowingContinuation { continuation in
      Thread(name: "ask") { continuation.resume(with: Result { try Self.exchange(path, request) }) }.start()
    }
    return try JSONDecoder().decode(ControlReply.self, from: Data(bytes))
  }

  private static func exchange(_ path: String, _ request: ControlRequest) throws -> [UInt8] {
    let socket = try UnixSocket.connect(path)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
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

  @Test func `an Action chooses the next profile, after the last the first, and says when there is none`()
    async throws
  {
    let runtime = try RuntimeUnderTest()
    var envelope = ProfileEnvelope.standard
    envelope.profiles.append(Profile(id: "typing", name: "Typing", devices: []))
    try runtime.store.save(envelope)
    for expected in ["typing", "default", "typing"] {
      runtime.choose(.next)
      #expect(try await runtime.ask(ControlRequest(.status)).status?.activeProfile == expected)
    }
    runtime.choose(.to("gone"))
    #expect(try await runtime.profiles()?.detail == "there is no profile 'gone'. Known: default, typing.")
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

  @Test func `an edited profile is in use as soon as it is valid`() async throws {
    let runtime = try RuntimeUnderTest()
    try Files.replace(runtime.store.path, with: Array(#"{"schemaVersion": 1, "profiles": 7}"#.utf8))
    runtime.edited()
    let refused = try #require(try await runtime.profiles())
    #expect(!refused.ready)
    #expect(refused.detail.hasPrefix("the profiles read before stay in use: \(runtime.store.path) has "))
    #expect(try await runtime.ask(ControlRequest(.status)).status?.activeProfile == "default")
    var edited = ProfileEnvelope.standard
    edited.profiles.append(Profile(id: "typing", name: "Typing", devices: []))
    edited.activeProfile = "typing"
    try Files.replace(runtime.store.path, with: [])
    unlink(runtime.store.path)
    try runtime.store.save(edited)
    runtime.edited()
    #expect(try await runtime.profiles()?.ready == true)
    #expect(try await runtime.ask(ControlRequest(.status)).status?.activeProfile == "typing")
  }

  @Test func `a sentence goes on while a profile that is not in use is edited`() async throws {
    let runtime = try RuntimeUnderTest()
    var edited = ProfileEnvelope.standard
    edited.profiles.append(Profile(id: "typing", name: "Typing", devices: []))
    try runtime.store.save(edited)
    runtime.edited()
    #expect(try await runtime.profiles()?.ready == true)
    #expect(runtime.adoptions.withLock { $0 } == 0, "adopting ends what the profile in use has begun")
    #expect(try await runtime.ask(ControlRequest(.useProfile, profile: "typing")).error == nil)
    #expect(runtime.adoptions.withLock { $0 } == 1)
  }

  @Test func `profiles whose file is removed stay in use, and it is said`() async throws {
    let runtime = try RuntimeUnderTest()
    try runtime.store.save(.standard)
    unlink(runtime.store.path)
    runtime.edited()
    let status = try #require(try await runtime.profiles())
    #expect(!status.ready && status.detail.contains("was removed"))
  }
}
