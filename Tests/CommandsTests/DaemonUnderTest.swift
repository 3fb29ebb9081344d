import ControlProtocol
import FoundationEssentials
import Glibc
import SystemCalls
import Testing

/// `hwctld --route file:…` in a home of its own; killed when the test lets go of it.
final class DaemonUnderTest: Sendable {
  let home: Home
  let process: RunningProgram

  /// Returns when it answers.
  ///
  /// - Parameters:
  ///   - writesToFile: false for the route of the preferences.
  ///   - hasRefiner: it has a network of its own, where the Ollama double answers.
  ///   - tracer: words that start it and watch it, and leave it the process that was started.
  init(
    _ home: Home, _ words: [String] = [], _ environment: [String: String] = [:], writesToFile: Bool = true,
    hasRefiner: Bool = false, tracer: [String] = []
  ) async throws {
    self.home = home
    let route = writesToFile ? ["--route", "file:\(home.typed)"] : []
    process = try RunningProgram(
      (hasRefiner ? Program.inPrivateNetwork : tracer) + [Program.path(of: "hwctld")] + route + words,
      home.environment.merging(environment) { $1 })
    let process = process
    let answers = try await eventually {
      if process.status != nil { return true }
      return try await home.hwctl("status").status == 0
    }
    try #require(answers && process.status == nil, "hwctld did not start: \(process.errors)")
  }

  func status() async throws -> StatusReport { try await home.hwctl(StatusReport.self, "status", "--json") }

  func component(_ name: ComponentStatus.Name) async throws -> ComponentStatus {
    try #require(try await status().components.first { $0.name == name })
  }

  func begin(_ action: String = "localDictation") async throws {
    try #require(try await home.hwctl("begin", action).status == 0)
  }

  func end(_ action: String = "localDictation") async throws {
    try #require(try await home.hwctl("end", action).status == 0)
  }

  func wait(for phase: StatusReport.Phase) async throws {
    let reached = try await eventually { try await self.status().phase == phase }
    let status = try await home.hwctl("status").output
    try #require(reached, "never \(phase): \(status)\(process.errors)")
  }

  /// Begins, speaks each file into the microphone, ends, and waits for the session to be over.
  @discardableResult
  func dictate(_ files: String..., action: String = "localDictation") async throws -> LastSession {
    let before = try await status().lastSession?.id
    try await begin(action)
    try await wait(for: .listening)
    for file in files { try await #require(home.sound).speak(file) }
    try await end(action)
    return try await session(after: before)
  }

  /// The session that ended after another one.
  func session(after before: String?, within limit: Duration = .seconds(90)) async throws -> LastSession {
    let ended = try await eventually(within: limit) {
      let last = try await self.status().lastSession
      return last != nil && last?.id != before
    }
    try #require(ended, "no session ended: \(process.errors)")
    return try #require(try await status().lastSession)
  }

  /// The process id of its speech worker, its one child beside the double; nil while there is none.
  func worker() throws -> pid_t? {
    for name in try Files.names(in: "/proc") {
      guard let candidate = pid_t(name),
        let bytes = try? readAll("/proc/\(name)/stat"),
        let close = bytes.lastIndex(of: UInt8(ascii: ")")),
        !bytes[..<close].reversed().starts(with: "3nohtyp".utf8)
      else { continue }
      // "pid (name) state parent …", proc_pid_stat(5)
      let fields = bytes[(close + 1)...].split(separator: UInt8(ascii: " "))
      let parent = fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
      if parent == process.processID { return candidate }
    }
    return nil
  }

  /// How many packets have left its own network, where nothing but loopback leads to the refiner.
  func packetsSent() throws -> Int {
    let table = String(decoding: try readAll("/proc/\(process.processID)/net/dev"), as: UTF8.self)
    // A name, eight figures received, then bytes and packets sent, proc_pid_net(5).
    let fields = table.split(separator: "\n").map { $0.split(separator: " ") }.first { $0.first == "out:" }
    return try #require(fields.flatMap { $0.count > 10 ? Int($0[10]) : nil })
  }

  /// Files in /proc have no size.
  private func readAll(_ path: String) throws -> [UInt8] {
    let descriptor = try FileDescriptor.open(path, O_RDONLY)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try buffer.withUnsafeMutableBytes { bytes in try descriptor.read(into: bytes) } ?? 0
    return Array(buffer[..<count])
  }

  /// SIGTERM; the exit status.
  func stop(within limit: Duration = .seconds(30)) async throws -> Int32? {
    process.kill(SIGTERM)
    return try await process.end(within: limit)
  }
}
