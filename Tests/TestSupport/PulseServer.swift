import Glibc
import SystemCalls

/// A private PulseAudio server with a microphone whose every sample the test writes.
///
/// `mic` reads a FIFO (module-pipe-source), `speaker` is a null sink, `speaker.monitor` its monitor.
///
/// `@unchecked Sendable`: `process` changes in `start` and `kill` only, which one test calls in turn.
public final class PulseServer: @unchecked Sendable {
  public struct Failure: Error { public var reason: String }

  public var folder: String { temporary.path }
  private let temporary: TemporaryFolder
  public var address: String { "unix:\(folder)/native" }
  private var fifo: String { "\(folder)/mic" }
  private var process: pid_t = 0
  private let defaultSource: String

  public init(defaultSource: String = "mic") throws {
    self.defaultSource = defaultSource
    temporary = try TemporaryFolder()
    try start()
  }

  deinit { kill() }

  public func start() throws {
    // In-place restart: what the killed server has left would look like a server.
    unlink("\(folder)/native")
    unlink(fifo)
    process = try spawn(
      "/usr/bin/pulseaudio",
      [
        "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit=yes",
        "--realtime=no", "--high-priority=no", "--log-level=error", "--log-target=file:\(folder)/log",
        "-L", "module-pipe-source source_name=mic file=\(fifo) rate=16000 channels=1 format=s16le",
        "-L", "module-null-sink sink_name=speaker rate=48000",
        "-L", "module-native-protocol-unix socket=\(folder)/native auth-anonymous=1",
      ])
    try awaitServer()
    _ = try control(["set-default-source", defaultSource])
  }

  public func kill() {
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
  }

  /// What pactl prints.
  @discardableResult
  public func control(_ arguments: [String]) throws -> String {
    try run("/usr/bin/pactl", ["--server=\(address)"] + arguments)
  }

  /// Speaks into the microphone. At most 2 s at once fit into the FIFO.
  public func speak(_ samples: [Int16]) throws {
    let descriptor = open(fifo, O_WRONLY)
    guard descriptor >= 0 else { throw Failure(reason: "the microphone's FIFO cannot be opened") }
    defer { close(descriptor) }
    let written = samples.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == samples.count * 2 else { throw Failure(reason: "the microphone took \(written) bytes") }
  }

  /// Another program's start has no event we could wait for; its socket is tried every 5 ms, for at most 10 s.
  private func awaitServer() throws {
    for _ in 0..<2000 {
      if let sources = try? control(["list", "short", "sources"]), sources.contains("\tmic\t") { return }
      usleep(5000)
    }
    throw Failure(reason: "PulseAudio did not start; see \(folder)/log")
  }

  private func spawn(_ path: String, _ arguments: [String], output: CInt? = nil) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Not ours: a server that outlives a crashed test would keep the test runner's pipe open for ever.
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let variables: [String] = [
      "PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "LC_ALL=C",
    ]
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
    argv.append(nil)
    environment.append(nil)
    defer { for text in argv + environment { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, nil, &argv, &environment)
    guard code == 0 else { throw Failure(reason: "\(path) cannot be started: \(code)") }
    return child
  }

  private func run(_ path: String, _ arguments: [String]) throws -> String {
    var ends: [CInt] = [0, 0]
    guard pipe2(&ends) == 0 else { throw Failure(reason: "no pipe") }
    let child = try spawn(path, arguments, output: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count <= 0 { break }
      text += chunk[..<count]
    }
    var status: CInt = 0
    waitpid(child, &status, 0)
    guard status == 0 else { throw Failure(reason: "\(path) \(arguments) failed") }
    return String(decoding: text, as: UTF8.self)
  }

  private func pipe2(_ ends: inout [CInt]) -> CInt {
    let code = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return code
  }
}
