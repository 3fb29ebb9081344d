import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// What programs show on a terminal of texts that others wrote.
  @Suite struct TerminalTexts {
    /// Clears the screen, sets the clipboard, rings, in C1 too, and turns what follows around.
    private static let hostile = "safe\u{1B}[2J\u{1B}]52;c;eA==\u{7}\u{9B}31m\u{202E}txt\u{2066}\r!"
    private static let shown =
      "safe\\u{1B}[2J\\u{1B}]52;c;eA==\\u{7}\\u{9B}31m\\u{202E}txt\\u{2066}\\u{D}!"

    private func home() async throws -> Home {
      let home = try Home(linkingModels: false)
      let made = try await Program.run(["history-tester", "generate", home.voice, "1"])
      try #require(made.status == 0, "\(made.errors)")
      #expect(try await home.hwctl("history", "correct", "last", Self.hostile).status == 0)
      return home
    }

    /// `script` gives it a terminal, and writes what that gets.
    private func onTerminal(_ home: Home, _ words: String) async throws -> String {
      let command = "'\(Program.path(of: "hwctl"))' \(words)"
      return try await Program.run(["script", "-qec", command, "/dev/null"], home.environment).output
    }

    private func hasCommand(_ text: String) -> Bool {
      text.unicodeScalars.contains { scalar in
        switch scalar.value {
        // The terminal's driver ends lines with CR LF.
        case 0x0A, 0x0D: false
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
    }

    @Test(arguments: [
      "history list", "history show last", "history show last --stage edited", "history search safe",
      "history export last", "history list --json", "history export last --format json",
      "history correct nobody \"$(printf 'a\\033[2Jb')\"", "history show \"$(printf 'x\\033[2J')\"",
      "transcript explain \"$(printf 'a\\033[2Jb')\"",
    ])
    func `nothing that a terminal would obey reaches one`(words: String) async throws {
      let output = try await onTerminal(try await home(), words)
      #expect(!output.isEmpty && !hasCommand(output), "\(output.debugDescription)")
    }

    @Test func `on a terminal it is shown, and files and JSON have it as it is`() async throws {
      let home = try await home()
      #expect(try await onTerminal(home, "history show last").contains(Self.shown))
      #expect(
        try await home.hwctl("history", "show", "last", "--stage", "edited").output == Self.hostile + "\n")
      let file = home.folder.file("texts")
      #expect(try await home.hwctl("history", "export", "-o", file).status == 0)
      #expect(home.read(file)?.contains(Self.hostile) == true)
      let json = try await home.hwctl("history", "show", "last", "--json").output
      #expect(json.contains("\\u009B31m\\u202Etxt\\u2066"))
      #expect(try await home.lastSession().results.last?.text == Self.hostile)
    }

    @Test func `a full standard output is said to be full`() async throws {
      let home = try await home()
      let command = "'\(Program.path(of: "hwctl"))' history list --json >/dev/full"
      let outcome = try await Program.run(["sh", "-c", command], home.environment)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "hwctl: standard output cannot be written: No space left on device.\n")
    }
  }
}
