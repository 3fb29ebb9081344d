import Domain
import Glibc
import Refinement
import SystemCalls
import TestSupport
import Testing

/// The relay as packaging/hwctl-ollama.service starts it.
@Suite(.enabled(if: Files.exists("/lib/systemd/systemd-socket-proxyd"), "it is part of systemd"))
struct RealRelayTests {
  @Test func `a text goes through systemd's relay to the server and back`() async throws {
    let double = try await OllamaDouble.start()
    let folder = try TemporaryFolder()
    let path = folder.path + "/ollama.sock"
    let relay = try Child([
      "/usr/bin/systemd-socket-activate", "--listen=\(path)", "/lib/systemd/systemd-socket-proxyd",
      "127.0.0.1:\(double.port)",
    ])
    defer { relay.end() }
    let refiner = OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName("editor"))),
      at: LoopbackEndpoint(port: 11434, relay: path))
    // The socket is there a moment before it is listened at.
    for _ in 0..<100 where await refiner.readiness() != .ready(isLoaded: false) {
      try await Task.sleep(for: .milliseconds(20))
    }
    let (outcome, _) = await RefinerRouter(refiner: refiner).outcome(of: "um it is red")
    #expect(outcome.text == "It is red.", "\(outcome)")
  }
}

/// A program in the background.
private struct Child {
  struct Failure: Error { var reason: String }

  let process: pid_t

  init(_ words: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [CInt(1), 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for text in argv { free(text) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    let code = posix_spawn(&child, words[0], &actions, nil, &argv, &environment)
    guard code == 0 else { throw Failure(reason: "\(words[0]) cannot be started: \(code)") }
    process = child
  }

  /// Not SIGTERM, which children of a test's thread may have blocked.
  func end() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
