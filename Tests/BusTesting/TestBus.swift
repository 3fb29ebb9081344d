import Glibc
public import MessageBus
import Synchronization

/// A private dbus-daemon with a folder of its own, for one suite or one test.
public final class TestBus: Sendable {
  public struct Failure: Error {
    public var reason: String

    public init(reason: String) { self.reason = reason }
  }

  public let folder: String
  public var address: MessageBus.Address { .at(text) }
  public var text: String { "unix:path=\(folder)/bus" }
  private let process = Mutex<pid_t>(0)

  /// - Parameter services: programs that the bus starts by name: name and command line.
  public init(services: [String: String] = [:]) throws {
    var template = Array("/tmp/hwctl-bus-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(reason: "no temporary folder") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try write(
      "bus.conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder)/bus</listen>
        <servicedir>\(folder)</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
          <deny send_interface="org.hwctl.Test" send_member="Forbidden"/>
        </policy>
        <limit name="max_replies_per_connection">50000</limit>
        <limit name="max_match_rules_per_connection">50000</limit>
      </busconfig>
      """)
    for (name, command) in services {
      try write("\(name).service", "[D-BUS Service]\nName=\(name)\nExec=\(command)\n")
    }
    try start()
  }

  deinit {
    kill()
    for name in (try? names()) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  public func write(_ name: String, _ text: String) throws {
    let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(reason: "\(name) cannot be written") }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw Failure(reason: "\(name) is short")
    }
  }

  /// Starts the daemon, and returns when it listens. At the same address as before, after `kill`.
  public func start() throws {
    unlink("\(folder)/bus")
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(reason: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = try TestProcess.spawn(
      [
        "/usr/bin/dbus-daemon", "--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile",
        "--print-address=1",
      ],
      environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder], output: ends[1])
    close(ends[1])
    process.withLock { $0 = child }
    // It prints its address once it listens, and closes nothing before: one byte is enough.
    var byte: UInt8 = 0
    guard read(ends[0], &byte, 1) == 1 else { throw Failure(reason: "dbus-daemon did not start") }
  }

  /// As if it had crashed.
  public func kill() { process.withLock { TestProcess.end(&$0, SIGKILL) } }

  /// Holds it still; with `isHeld` false lets it go on.
  public func hold(_ isHeld: Bool) { process.withLock { _ = Glibc.kill($0, isHeld ? SIGSTOP : SIGCONT) } }

  private func names() throws -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}

/// Programs that a test starts and ends.
public final class TestProcess: Sendable {
  private let process: Mutex<pid_t>

  public init(_ arguments: [String], environment: [String: String]) throws {
    process = Mutex(try Self.spawn(arguments, environment: environment))
  }

  deinit { kill() }

  public func kill() { process.withLock { Self.end(&$0, SIGKILL) } }

  /// Asks it to end, and waits until it has.
  public func terminate() { process.withLock { Self.end(&$0, SIGTERM) } }

  /// SIGSTOP, SIGCONT …; after SIGSTOP it has stopped: one that runs may answer once more after the signal was sent.
  public func signal(_ signal: CInt) {
    process.withLock {
      _ = Glibc.kill($0, signal)
      if signal == SIGSTOP { waitpid($0, nil, WUNTRACED) }
    }
  }

  static func end(_ process: inout pid_t, _ signal: CInt) {
    guard process > 0 else { return }
    Glibc.kill(process, signal)
    waitpid(process, nil, 0)
    process = 0
  }

  static func spawn(
    _ arguments: [String], environment: [String: String], output: CInt? = nil
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Not ours: a program that outlives a crashed test would keep the test runner's pipe open for ever.
    for standard in CInt(0)...2 {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
    }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    let variables = environment.merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { own, _ in own }
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") }
    argv.append(nil)
    envp.append(nil)
    defer { for text in argv + envp { free(text) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test runner's threads block signals, and a child inherits that: it would not hear SIGTERM.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let code = posix_spawn(&child, arguments[0], &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw TestBus.Failure(reason: "\(arguments[0]) cannot be started: \(code)") }
    return child
  }
}
