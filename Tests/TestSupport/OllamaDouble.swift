import Glibc
import SystemCalls

/// The Ollama double of Tests/OllamaDouble as a process of its own, which ends with the test's.
public final class OllamaDouble: Sendable {
  public struct Failure: Error { public var reason: String }

  public let port: UInt16
  private let process: pid_t
  /// The double ends when this is closed, whichever way this process goes.
  private let lifeline: CInt

  /// - Parameters:
  ///   - version: what it says that it is.
  ///   - model: a GGUF file, for llama.cpp; nil for answers by a few rules.
  ///   - environment: PYTHONPATH for llama.cpp.
  public static func start(
    version: String = "0.14.0", model: String? = nil, environment: [String] = []
  ) async throws -> OllamaDouble {
    let folder = checkout + "/Tests/OllamaDouble"
    var arguments = ["/usr/bin/python3", folder, "--until-eof", "--version", version]
    if let model { arguments += ["--model", model] }
    // Reading its first line waits, and tests share a pool of two threads on a small machine.
    return try await withCheckedThrowingContinuation { [arguments] continuation in
      Thread(name: "double") {
        continuation.resume(with: Result { try OllamaDouble(arguments, environment) })
      }.start()
    }
  }

  private init(_ arguments: [String], _ environment: [String]) throws {
    let input = try Self.pipe()
    let output = try Self.pipe()
    process = try Self.spawn(arguments, environment, input: input.read, output: output.write)
    close(input.read)
    close(output.write)
    lifeline = input.write
    defer { close(output.read) }
    port = try Self.readPort(output.read)
  }

  deinit {
    close(lifeline)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The folder with Package.swift.
  public static let checkout: String = {
    let here = #filePath.split(separator: "/").dropLast(3)
    return "/" + here.joined(separator: "/")
  }()

  private static func pipe() throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(reason: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The line "listening PORT". A model takes a second to load; end of file means that it could not start.
  private static func readPort(_ descriptor: CInt) throws -> UInt16 {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
    let line = String(decoding: text, as: UTF8.self)
    guard line.hasPrefix("listening "), let port = UInt16(line.dropFirst(10)) else {
      throw Failure(reason: "the Ollama double did not start; run it by hand: python3 Tests/OllamaDouble")
    }
    return port
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String], input: CInt, output: CInt
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    var variables: [UnsafeMutablePointer<CChar>?] =
      (["PATH=/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1", "LC_ALL=C.UTF-8"] + environment).map { strdup($0) }
    argv.append(nil)
    variables.append(nil)
    defer { for text in argv + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, arguments[0], &actions, nil, &argv, &variables)
    guard code == 0 else { throw Failure(reason: "python3 cannot be started: \(code)") }
    return child
  }
}
