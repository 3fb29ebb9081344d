import Glibc
import Models
import Speech
import SystemCalls
import TestSupport
import Testing

/// What goes wrong with a real worker.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RealSpeechFaultTests {
  @Test func `a worker killed while it decodes fails the session and the next begin works`() async throws {
    let worker = SpeechWorker(configuration: try RealWorker.configuration())
    let recognition = Recognition(worker)
    await recognition.waitUntilReady()
    let process = try #require(worker.processIdentifier)
    let before = processorTicks(of: process)
    recognition.give(Array(try Recordings.samples(Recordings.twoCities).prefix(24 * 16_000)))
    // Listening to 24 s takes 0.1 s, decoding more than one: after 0.5 s of its time it is decoding.
    try await eventually { processorTicks(of: process) - before >= 50 }
    kill(process, SIGKILL)
    await #expect(throws: SpeechError(.workerCrashed, detail: "signal 9, perhaps for want of memory")) {
      try await recognition.result()
    }
    #expect(
      worker.state == .failed(SpeechError(.workerCrashed, detail: "signal 9, perhaps for want of memory")))
    #expect(try await hello(worker) == "Hello world")
    #expect(worker.processIdentifier != process)
  }

  @Test func `a worker that crashes tells its signal`() async throws {
    let worker = SpeechWorker(configuration: try RealWorker.configuration())
    let recognition = Recognition(worker)
    await recognition.waitUntilReady()
    kill(try #require(worker.processIdentifier), SIGSEGV)
    await #expect(throws: SpeechError(.workerCrashed, detail: "signal 11")) { try await recognition.result() }
  }

  @Test func `Ctrl-C in a terminal does not reach the worker`() async throws {
    let worker = SpeechWorker(configuration: try RealWorker.configuration())
    worker.wake()
    try await eventually { worker.processIdentifier != nil }
    let process = try #require(worker.processIdentifier)
    #expect(getpgid(process) == process, "it is in a process group of its own")
  }

  @Test func `a worker that hangs is killed within the limit and the next begin works`() async throws {
    let folder = try TemporaryFolder()
    var configuration = try RealWorker.configuration()
    configuration.decodeLimit = .seconds(3)
    configuration.decodeLimitFactor = 1
    // Once: ready, then no more; from the second start on the real one.
    let ready = #"{"model":{"id":"m","version":"1"},"loadMilliseconds":1}"#
    let header = "\\201\\" + String(ready.utf8.count, radix: 8) + "\\0\\0\\0"
    configuration.workerArguments = [
      "-c",
      "[ -e \(folder.path)/once ] && exec \(configuration.workerPath); : >\(folder.path)/once; "
        + "printf '\(header)\(ready)' >&0; exec cat >/dev/null",
    ]
    configuration.workerPath = "/bin/sh"
    let worker = SpeechWorker(configuration: configuration)
    let recognition = Recognition(worker)
    await recognition.waitUntilReady()
    let process = try #require(worker.processIdentifier)
    let samples = try Recordings.samples(Recordings.helloWorld)
    let start = ContinuousClock.now
    recognition.give(samples)
    let error = await #expect(throws: SpeechError.self) { try await recognition.result() }
    let waited = ContinuousClock.now - start
    #expect(error?.code == .workerHung)
    let limit = Duration.seconds(3) + .nanoseconds(samples.count * 62_500)
    #expect(waited >= limit)
    #expect(waited < limit + .seconds(2))
    #expect(kill(process, 0) == -1)
    #expect(try await hello(worker) == "Hello world")
  }

  @Test(arguments: [true, false])
  func `a worker that is stopped from outside is not waited for until its limit`(loading: Bool) async throws {
    let worker = SpeechWorker(configuration: try RealWorker.configuration())
    let recognition = Recognition(worker)
    if !loading { await recognition.waitUntilReady() }
    try await eventually { worker.processIdentifier != nil }
    let process = try #require(worker.processIdentifier)
    kill(process, SIGSTOP)
    let start = ContinuousClock.now
    recognition.give(try Recordings.samples(Recordings.helloWorld))
    await #expect(throws: SpeechError(.workerStopped, detail: "SIGSTOP")) { try await recognition.result() }
    #expect(ContinuousClock.now - start < .seconds(10), "its limits are 60 s here")
    #expect(kill(process, 0) == -1)
    #expect(try await hello(worker) == "Hello world")
  }

  @Test func `a worker that is not there is named`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.workerPath = "/nowhere/hwctl-speech"
    let worker = SpeechWorker(configuration: configuration)
    let recognition = Recognition(worker)
    let error = await #expect(throws: SpeechError.self) { try await recognition.result() }
    #expect(error?.code == .workerMissing)
    #expect(error?.message.contains("/nowhere/hwctl-speech: No such file or directory") == true)
  }

  @Test func `a program that ends at once tells its exit code`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.workerPath = "/bin/sh"
    configuration.workerArguments = ["-c", "exit 7"]
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.give([Int16](repeating: 0, count: 100_000))
    await #expect(throws: SpeechError(.workerCrashed, detail: "exit code 7")) {
      try await recognition.result()
    }
  }

  @Test func `a program that speaks something else is found out`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.workerPath = "/bin/sh"
    configuration.workerArguments = ["-c", "echo this is no frame >&0; cat"]
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    let error = await #expect(throws: SpeechError.self) { try await recognition.result() }
    #expect(error?.code == .protocolViolation)
  }

  @Test func `a program that never gets ready is killed at the load limit`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.workerPath = "/bin/sh"
    configuration.workerArguments = ["-c", "exec cat >/dev/null"]
    configuration.loadLimit = .seconds(1)
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.give([Int16](repeating: 0, count: 16_000))
    await #expect(throws: SpeechError(.loadTimeout, detail: "1 s")) { try await recognition.result() }
  }

  @Test func `a truncated model and one changed byte are refused before they are loaded`() async throws {
    let good = try RealWorker.modelFolder()
    for damage in [
      "truncate -s -1 decoder.onnx", "printf X | dd of=tokens.txt bs=1 seek=1000 conv=notrunc status=none",
    ] {
      let copy = try TemporaryFolder()
      try #require(system("cp '\(good)'/* '\(copy.path)' && cd '\(copy.path)' && \(damage)") == 0)
      var configuration = try RealWorker.configuration()
      configuration.modelFolder = copy.path
      let recognition = Recognition(SpeechWorker(configuration: configuration))
      let error = await #expect(throws: SpeechError.self) { try await recognition.result() }
      #expect(error?.code == .modelDamaged)
      #expect(error?.message.contains(copy.path) == true)
      #expect(error?.message.contains("hwctl models install") == true)
    }
  }

  @Test func `no model at all is told with the remedy`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.modelFolder = "/nowhere/model"
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    let error = await #expect(throws: SpeechError.self) { try await recognition.result() }
    #expect(error?.code == .modelMissing)
    #expect(error?.message.hasPrefix("there is no speech model at /nowhere/model: install it with") == true)
  }

  @Test func `more audio than may wait is a failure, not a loss nobody hears of`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.bufferLimit = .seconds(1)
    let recognition = Recognition(SpeechWorker(configuration: configuration))
    recognition.session.append([Int16](repeating: 0, count: 16_001))
    await #expect(throws: SpeechError(.overflow, detail: "1 s")) { try await recognition.result() }
  }

  @Test func `an idle worker is ended and reaped, and wakes again`() async throws {
    var configuration = try RealWorker.configuration()
    configuration.idleExit = .milliseconds(100)
    let worker = SpeechWorker(configuration: configuration)
    worker.wake()
    try await eventually { worker.processIdentifier != nil }
    let process = try #require(worker.processIdentifier)
    try await eventually { worker.processIdentifier == nil }
    #expect(worker.state == .notRunning)
    #expect(kill(process, 0) == -1)
    #expect(try await hello(worker) == "Hello world")
  }

  @Test func `no worker outlives its client`() async throws {
    var worker: SpeechWorker? = SpeechWorker(configuration: try RealWorker.configuration())
    worker?.wake()
    try await eventually { worker?.processIdentifier != nil }
    let process = try #require(worker?.processIdentifier)
    worker = nil
    try await eventually { kill(process, 0) == -1 }
  }

  private func hello(_ worker: SpeechWorker) async throws -> String {
    let recognition = Recognition(worker)
    recognition.give(try Recordings.samples(Recordings.helloWorld))
    return try await recognition.result().text
  }

  /// User and system time in hundredths of a second: the 14th and 15th field of /proc/PID/stat.
  private func processorTicks(of process: pid_t) -> Int {
    guard let bytes = try? readProc("/proc/\(process)/stat") else { return 0 }
    let fields =
      String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 13 else { return 0 }
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  /// Files in /proc have no size.
  private func readProc(_ path: String) throws -> [UInt8] {
    let descriptor = try FileDescriptor.open(path, O_RDONLY)
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) } ?? 0
    return Array(buffer[..<count])
  }
}
