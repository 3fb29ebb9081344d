public import Glibc

/// A program of a desktop under test, with an environment of its own; ended, with all that it started, when it is let go of.
///
/// `@unchecked Sendable`: `process` changes in `end` only.
public final class DesktopProgram: @unchecked Sendable {
  public struct Failure: Error {
    public var reason: String
    public init(reason: String) { self.reason = reason }
  }

  public private(set) var process: pid_t

  /// - Parameters:
  ///   - arguments: the program's path first, or a name that is looked for in /usr/bin.
  ///   - environment: the whole of it, beside PATH and LC_ALL.
  ///   - log: where its output and complaints go.
  ///   - descriptors: what the child finds at these numbers.
  public init(
    _ arguments: [String], environment: [String: String] = [:], log: String = "/dev/null",
    descriptors: [CInt: CInt] = [:]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    for (child, ours) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, child) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, which can be ended whole, and all signals: the threads of a test may block them.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    let path = arguments[0].hasPrefix("/") ? arguments[0] : "/usr/bin/\(arguments[0])"
    let variables =
      ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }.map { "\($0)=\($1)" }
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Failure(reason: "\(path) cannot be started: error \(code)") }
    process = child
  }

  deinit { end() }

  public func signal(_ number: CInt) { kill(-process, number) }

  public var isRunning: Bool { process > 0 && waitpid(process, nil, WNOHANG) == 0 }

  public func end() {
    guard process > 0 else { return }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
  }

  /// Whether all of these can be started on this machine.
  public static func areInstalled(_ names: String...) -> Bool {
    names.allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
  }
}

/// Waits for what another program does, which gives no event; looks every 5 ms.
///
/// - Returns: whether it has come to pass within the limit.
public func eventually(
  within limit: Duration = .seconds(10), _ condition: () throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now.advanced(by: limit)
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}
