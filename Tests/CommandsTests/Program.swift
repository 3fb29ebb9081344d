import CSystem
import Glibc
import SystemCalls
import Testing

/// The built programs, run as people run them.
enum Program {
  static let checkout = Files.parent(of: Files.parent(of: Files.parent(of: #filePath)))

  /// Beside the test program, where the build puts all products.
  static let folder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let program = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = Files.parent(of: program)
    return Files.exists(beside + "/hwctld") ? beside : checkout + "/.build/debug"
  }()

  struct Outcome: Sendable {
    /// The exit status, or 128 + the signal.
    var status: Int32
    var output: String
    var errors: String

    /// The lines of standard error.
    /// Without what is said while a recognition takes more than a second, which depends on the machine.
    var errorsWithoutProgress: String { errors.replacing("hwctl: recognising ...\n", with: "") }
    var complaints: [String] { errors.split(separator: "\n").map(String.init) }
  }

  struct TookTooLong: Error, CustomStringConvertible {
    var words: [String]
    var description: String { "\(words) did not end in time" }
  }

  /// Runs a program to its end; one that passes the limit is killed.
  ///
  /// - Parameter words: a name among the built programs or in /usr/bin, or a path, and its arguments.
  static func run(
    _ words: [String], _ environment: [String: String] = [:], input: String = "/dev/null",
    limit: Duration = .seconds(120)
  ) async throws -> Outcome {
    let process = try RunningProgram(words, environment, input: input)
    guard let status = try await process.end(within: limit) else {
      process.kill(SIGKILL)
      throw TookTooLong(words: words)
    }
    return Outcome(status: status, output: process.output, errors: process.errors)
  }

  /// Words before a command that give it a network of its own, where the Ollama double answers.
  static let inPrivateNetwork = [checkout + "/scripts/private-network"]

  static func path(of name: String) -> String {
    if name.contains("/") { return name }
    let built = "\(folder)/\(name)"
    return Files.exists(built) ? built : "/usr/bin/\(name)"
  }
}

/// Looks every 10 ms, for at most `limit`, for what another process is about to make true.
func eventually(
  within limit: Duration = .seconds(60), _ condition: () async throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return try await condition()
}
