import CSystem
import Glibc
import Synchronization
import SystemCalls
import TestSupport

/// A process that was started and not waited for; killed when nobody holds it any more.
final class RunningProgram: Sendable {
  let processID: pid_t
  private let folder: TemporaryFolder
  private let exitStatus = Mutex<Int32?>(nil)

  struct NotStarted: Error {
    var path: String
    var code: Int32
  }

  /// - Parameter input: the path that standard input reads from; empty for a descriptor given in `inputDescriptor`.
  init(
    _ words: [String], _ environment: [String: String], input: String = "/dev/null",
    inputDescriptor: CInt? = nil
  ) throws {
    folder = try TemporaryFolder()
    let path = Program.path(of: words[0])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let inputDescriptor {
      posix_spawn_file_actions_adddup2(&actions, inputDescriptor, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let base = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    let variables = base.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var pointers: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + pointers { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, nil, &arguments, &pointers)
    guard code == 0 else { throw NotStarted(path: path, code: code) }
    processID = child
  }

  deinit { kill(SIGKILL) }

  var output: String { text("out") }
  var errors: String { text("err") }

  /// Sends a signal, unless the process has ended already.
  func kill(_ signal: CInt) {
    exitStatus.withLock { status in
      guard status == nil else { return }
      Glibc.kill(processID, signal)
      guard signal == SIGKILL else { return }
      var raw: CInt = 0
      waitpid(processID, &raw, 0)
      status = hwctl_exit_code(raw)
    }
  }

  /// The exit status, or 128 + the signal; nil while it runs.
  var status: Int32? {
    exitStatus.withLock { status in
      if status != nil { return status }
      var raw: CInt = 0
      if waitpid(processID, &raw, WNOHANG) == processID { status = hwctl_exit_code(raw) }
      return status
    }
  }

  /// The exit status; nil when it still runs after the limit.
  func end(within limit: Duration) async throws -> Int32? {
    _ = try await eventually(within: limit) { self.status != nil }
    return status
  }

  private func text(_ name: String) -> String {
    let bytes = try? Files.read("\(folder.path)/\(name)", limit: 1 << 26)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
