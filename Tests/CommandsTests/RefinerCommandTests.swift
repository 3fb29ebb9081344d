import FoundationEssentials
import Testing

extension ProgramTests {
  /// `hwctl refiner` with the double in the place of Ollama, in a network of its own.
  @Suite struct RefinerCommands {
    /// Runs a script there; what it prints last is the count of packets on the way out.
    private func run(_ script: String) async throws -> (lines: [String], errors: String, packets: Int) {
      let home = try Home(linkingModels: false)
      let text =
        "set -eu\n" + script.replacing("hwctl ", with: Program.path(of: "hwctl") + " ")
        + "\ncat /sys/class/net/out/statistics/tx_packets\n"
      let outcome = try await Program.run(Program.inPrivateNetwork + ["sh", "-c", text], home.environment)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      return (lines, outcome.errors, try #require(lines.last.flatMap { Int($0) }))
    }

    @Test func `a text is refined, and no packet leaves, although proxies are set`() async throws {
      let (lines, _, packets) = try await run(
        "hwctl refiner test --model editor --seconds 60 um so it is red")
      #expect(lines.contains("refined:  So it is red."))
      #expect(lines.contains("verdict:  accepted"))
      #expect(lines.contains("result:   the refined text"))
      #expect(packets == 0)
    }

    @Test func `the counter sees what would leave`() async throws {
      let (_, _, packets) = try await run(
        "/usr/bin/python3 -c 'import socket; socket.socket(2, 2).sendto(b\"x\", (\"192.0.2.1\", 9))'")
      #expect(packets == 1)
    }

    @Test func `an evaluation goes through all cases, says how far it is, and sends nothing away`()
      async throws
    {
      let (lines, errors, packets) = try await run("hwctl refiner eval --model editor --seconds 60 --json")
      struct Report: Decodable {
        struct Score: Decodable {
          var cases: Int
          var refined: Int
        }
        var total: Score
        var classes: [String: Score]
      }
      let report = try JSONDecoder().decode(Report.self, from: Data(try #require(lines.first).utf8))
      #expect(report.total.cases >= 40)
      #expect(report.total.refined > 30)
      #expect(report.classes.count == 13)
      #expect(errors.contains("\(report.total.cases)/\(report.total.cases) "))
      #expect(packets == 0)
    }

    @Test func `the status names the models, those elsewhere too, and what to do`() async throws {
      let (lines, _, packets) = try await run(
        """
        hwctl refiner status --model editor
        hwctl refiner status --model gpt-oss:120b-cloud && exit 1
        hwctl refiner status --model llama3.2:3b && exit 1
        pkill -KILL -P $$ python3; while ss -Htln "sport = :11434" | grep -q .; do :; done
        hwctl refiner status && exit 1 || true
        """)
      #expect(lines.contains { $0.hasPrefix("* editor:latest") && $0.hasSuffix("local") })
      #expect(lines.contains("ready: editor:latest"))
      #expect(
        lines.contains { $0.contains("gpt-oss:120b-cloud") && $0.hasSuffix("on another machine, never used") }
      )
      #expect(lines.contains { $0.contains("nothing was sent to it") })
      #expect(lines.contains { $0.contains("ollama pull llama3.2:3b") })
      #expect(lines.contains { $0.contains("ollama serve") })
      #expect(packets == 0)
    }
  }
}
