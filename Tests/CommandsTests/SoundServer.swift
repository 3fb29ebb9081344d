import Glibc
import SystemCalls
import TestSupport
import Testing

/// A sound server of the tests' own, by scripts/private-sound; what is played is what its microphone hears.
final class SoundServer: Sendable {
  private let folder: TemporaryFolder
  private let script: RunningProgram
  /// The script's command reads the other end: it ends, and with it the server, when this process does.
  private let lifeline: CInt

  /// Returns when the server answers.
  init() async throws {
    folder = try TemporaryFolder()
    var ends: [CInt] = [0, 0]
    try retrying("pipe", "the sound server") { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let input = FileDescriptor(owning: ends[0])
    lifeline = ends[1]
    let script = try RunningProgram(
      [
        Program.checkout + "/scripts/private-sound", folder.path, "sh", "-c",
        "echo ready; exec cat >/dev/null",
      ], ["HOME": folder.path], inputDescriptor: input.rawValue)
    self.script = script
    let ready = try await eventually { script.output == "ready\n" || script.status != nil }
    try #require(ready && script.status == nil, "no sound server: \(script.errors)")
  }

  deinit {
    close(lifeline)
    // The script ends its server on its way out; killed, it would leave it behind. At most 5 s.
    for _ in 0..<500 where script.status == nil { usleep(10_000) }
  }

  var environment: [String: String] {
    ["PULSE_SERVER": "unix:\(socket)", "PULSE_COOKIE": folder.path + "/pulse/cookie"]
  }

  /// The path of its socket.
  var socket: String { folder.path + "/pulse/native" }

  /// Plays a file into the microphone; returns when it has been heard.
  func speak(_ file: String) async throws {
    let played = try await Program.run(["paplay", "--latency-msec=30", file], environment)
    try #require(played.status == 0, "paplay: \(played.errors)")
  }
}
