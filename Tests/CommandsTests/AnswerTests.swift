import ControlProtocol
import FoundationEssentials
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// What every command promises: help, and with `--json` one value.
  @Suite struct Answers {
    static let commands = [
      [], ["status"], ["devices"], ["monitor"], ["profiles"], ["profiles", "list"], ["profiles", "show"],
      ["profiles", "use"], ["profiles", "validate"], ["profiles", "path"], ["profiles", "new"],
      ["profiles", "duplicate"], ["profiles", "rename"], ["profiles", "delete"], ["profiles", "bind"],
      ["profiles", "unbind"], ["profiles", "edit"], ["profiles", "export"], ["profiles", "import"],
      ["profiles", "reload"], ["profiles", "schema"], ["begin"], ["end"], ["toggle"],
      ["cancel"], ["dictate"], ["history"], ["history", "list"], ["history", "search"], ["history", "show"],
      ["history", "play"], ["doctor"], ["completions"], ["record"], ["replay"], ["devices", "learn"],
      ["devices", "forget"], ["refiner"], ["refiner", "status"], ["refiner", "test"], ["refiner", "eval"],
      ["profiles", "move"], ["panic"],
    ]

    @Test func `every command has a help page, which lists the commands below it`() async throws {
      let home = try Home()
      for command in Self.commands {
        let outcome = try await Program.run(["hwctl"] + command + ["--help"], home.environment)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let name = (["hwctl"] + command).joined(separator: " ")
        #expect(outcome.output.hasPrefix("\(name) - "))
        #expect(outcome.output.contains("\nUsage: \(name)"))
        let below = Self.commands.filter { $0.count == command.count + 1 && $0.starts(with: command) }
        for next in below { #expect(outcome.output.contains("\n  \(next[next.count - 1])  ")) }
      }
      let daemon = try await Program.run(["hwctld", "--help"], home.environment)
      #expect(daemon.status == 0)
      #expect(daemon.output.hasPrefix("hwctld - "))
    }

    @Test func `with --json each command prints one JSON value a line and nothing else`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let once = try await home.hwctl("dictate", "--file", Recordings.short, "--json")
      #expect(once.status == 0)
      #expect(try lines(once.output) == 1)
      let daemon = try await DaemonUnderTest(home)
      let monitor = try RunningProgram(["hwctl", "monitor", "--json"], home.environment)
      let follow = try RunningProgram(["hwctl", "status", "--follow", "--json"], home.environment)
      let follows = try await eventually { !follow.output.isEmpty }
      try #require(follows)
      let session = try await daemon.dictate(Recordings.short)
      let commands = [
        ["status"], ["devices"], ["profiles", "list"], ["profiles", "show"], ["profiles", "validate"],
        ["profiles", "path"], ["profiles", "new", "another"], ["profiles", "bind", "left", "none"],
        ["history", "list"], ["history", "search", "young"],
        ["history", "show", session.id], ["history", "show", "last"], ["doctor"],
      ]
      for command in commands {
        let outcome = try await Program.run(["hwctl"] + command + ["--json"], home.environment)
        #expect(outcome.errors == "", "\(command)")
        #expect(try lines(outcome.output) == 1, "\(command): \(outcome.output)")
      }
      #expect(try await daemon.stop() == 0)
      for stream in [monitor, follow] {
        #expect(try await stream.end(within: .seconds(10)) == 3)
        #expect(stream.errors == "hwctl: hwctld ended.\n")
        #expect(try lines(stream.output) > 5)
      }
    }

    @Test func `failures do not spoil the JSON of a command`() async throws {
      let home = try Home()
      try home.write("{", to: home.profiles)
      let validate = try await home.hwctl("profiles", "validate", "--json")
      #expect(validate.status == 4)
      #expect(try lines(validate.output) == 1)
      let dictate = try await home.hwctl("dictate", "--seconds", "1", "--json")
      #expect(dictate.status == 1)
      #expect(try lines(dictate.output) == 1)
      #expect(dictate.errors.contains("No sound server answers"))
    }

    static let printing = [
      "--help", "--version", "profiles list", "profiles show", "profiles schema", "profiles path",
      "profiles export",
      "completions bash", "devices", "doctor", "history list",
    ]

    @Test func `a full disk on standard output is not taken for success by any command`() async throws {
      let home = try Home()
      for words in Self.printing {
        let outcome = try await Program.run(
          ["sh", "-c", "exec '\(Program.path(of: "hwctl"))' \(words) >/dev/full"], home.environment)
        #expect(outcome.status == 1, "\(words)")
      }
    }

    @Test func `words that cannot be printed are kept in history and said`() async throws {
      let home = try Home()
      let outcome = try await Program.run(
        ["sh", "-c", "exec '\(Program.path(of: "hwctl"))' dictate --file '\(Recordings.short)' >/dev/full"],
        home.environment)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("standard output"), "\(outcome.errors)")
      let session = try await home.lastSession()
      #expect(session.outcome == "kept")
      #expect(session.text("raw")?.isEmpty == false)
    }

    @Test func `help with a command shows its page, and a word that is none is said`() async throws {
      let home = try Home()
      let pairs = [(["help", "profiles", "bind"], ["profiles", "bind", "--help"]), (["help"], ["--help"])]
      for (words, same) in pairs {
        let page = try await Program.run(["hwctl"] + words, home.environment)
        let expected = try await Program.run(["hwctl"] + same, home.environment)
        #expect(page.status == 0 && page.output == expected.output)
      }
      let copy = try await home.hwctl("profiles", "copy", "--help")
      #expect(copy.status == 2 && copy.errors.contains("unknown command 'copy'"))
      let wrong = try await home.hwctl("help", "profils")
      #expect(wrong.status == 2)
      #expect(wrong.errors.contains("did you mean 'profiles'?"))
    }

    @Test func `bash takes the completions and completes with them`() async throws {
      let home = try Home()
      let script = try await home.hwctl("completions", "bash")
      #expect(script.status == 0)
      let path = home.folder.path + "/completions"
      try home.write(script.output, to: path)
      #expect(try await Program.run(["bash", "-n", path]).status == 0)
      let table = [
        "hwctl st": ["status"], "hwctl history s": ["search", "show"],
        "hwctl begin ": ["localDictation", "--help"], "hwctl completions z": ["zsh"],
        "hwctl history list --limit 3 --j": ["--json"], "hwctl history list --limit = 3 --b": ["--before"],
        "hwctl profiles show default --j": ["--json"],
        "hwctl profiles bind left none --mode h": ["hold", "holdOrLatch"],
        "hwctl profiles bind --mode = t": ["toggle"],
      ]
      for (line, expected) in table {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
        let program =
          "source '\(path)'; COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1); "
          + "_hwctl; printf '%s\\n' \"${COMPREPLY[@]}\""
        let completed = try await Program.run(["bash", "-c", program])
        #expect(completed.status == 0)
        #expect(completed.errors == "")
        let found = completed.output.split(separator: "\n").map(String.init)
        #expect(Set(expected).isSubset(of: found), "\(line): \(found)")
      }
    }

    @Test(arguments: ["zsh", "fish"]) func `other shells take their completions`(shell: String) async throws {
      let home = try Home()
      let script = try await home.hwctl("completions", shell)
      #expect(script.status == 0)
      #expect(script.output.contains("hwctl"))
      guard Files.exists("/usr/bin/\(shell)") else { return }
      let path = home.folder.path + "/completions"
      try home.write(script.output, to: path)
      #expect(try await Program.run([shell, "-n", path]).status == 0)
    }

    /// How many lines there are; each must be one JSON value.
    private func lines(_ output: String) throws -> Int {
      let lines = output.split(separator: "\n")
      for line in lines { _ = try JSONDecoder().decode(AnyJSON.self, from: Data(line.utf8)) }
      return lines.count
    }
  }
}

/// Any JSON value; decoding it proves that it is one.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      for key in object.allKeys { _ = try object.decode(AnyJSON.self, forKey: key) }
    } else if var list = try? decoder.unkeyedContainer() {
      while !list.isAtEnd { _ = try list.decode(AnyJSON.self) }
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() || (try? value.decode(Bool.self)) != nil { return }
      if (try? value.decode(Double.self)) != nil { return }
      _ = try value.decode(String.self)
    }
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
