import SystemCalls
import Testing

extension ProgramTests {
  /// `hwctl history reformat`, with a refiner too: the double in the place of Ollama.
  @Suite struct Reformat {
    private struct Reformatted: Decodable {
      var style, text: String
      var refiner: String?
    }

    private func home() async throws -> Home {
      let home = try Home(linkingModels: false)
      let made = try await Program.run(["history-tester", "generate", home.voice, "2"])
      try #require(made.status == 0, "\(made.errors)")
      return home
    }

    private func reformat(_ home: Home, _ words: String...) async throws -> Program.Outcome {
      try await Program.run(
        Program.inPrivateNetwork + [Program.path(of: "hwctl"), "history", "reformat", "last"] + words,
        home.environment)
    }

    @Test func `every word of a correction is meant, and its lines stay`() async throws {
      let home = try await home()
      try home.write(
        #"{"schemaVersion": 1, "writing": {"spokenPunctuation": true, "removeFillers": true, "convertNumbers": true}}"#,
        to: home.preferences)
      let text = "I said new line, scratch that, um, comma twenty five.\n- Do not"
      #expect(try await home.hwctl("history", "correct", "last", text).status == 0)
      #expect(try await home.hwctl("history", "reformat", "last", "--style", "clean").output == text + "\n")
      let formal = try await home.hwctl(
        Reformatted.self, "history", "reformat", "last", "--style", "formal", "--json")
      #expect(formal.text == text && formal.style == "formal" && formal.refiner == nil)
      let stored = try await home.lastSession()
      #expect(stored.results.suffix(2).map(\.origin) == ["reformat", "reformat"])
      #expect(stored.results.suffix(2).map(\.style) == ["clean", "formal"])
    }

    @Test func `what was recognised is written anew with the dictionary and the style of now`() async throws {
      let home = try await home()
      // The generated correction is out of the way once it is recognised again, which a generated session is not.
      let raw = try #require(try await home.lastSession().text("raw"))
      let word = try #require(raw.split(separator: " ").first.map(String.init))
      try home.write(
        """
        {"schemaVersion": 1, "writing": {"style": "excited"},
         "dictionary": {"replacements": [{"spoken": "\(word)", "written": "Zanzibar"}]}}
        """, to: home.preferences)
      let outcome = try await home.hwctl("history", "reformat", "last")
      #expect(outcome.output.hasSuffix("!\n"), "\(outcome.output)\(outcome.errors)")
    }

    @Test func `a refiner's text is added with its name, and one that is not what was said is not`()
      async throws
    {
      let home = try await home()
      #expect(try await home.hwctl("history", "correct", "last", "um so it is red").status == 0)
      let refined = try await reformat(home, "--refiner", "editor", "--json")
      #expect(refined.status == 0, "\(refined.errors)")
      let answer = try Home.decode(Reformatted.self, refined.output)
      #expect(answer.text == "So it is red." && answer.refiner?.contains("editor:latest") == true)
      let stored = try await home.lastSession()
      let last = try #require(stored.results.last)
      #expect(last.origin == "reformat" && last.stage == "formatted" && last.text == "So it is red.")
      #expect(last.refiner == answer.refiner && last.verdict == "accepted" && last.style == "clean")
      for (model, message) in [
        ("answering", "is not what was said"), ("missing", "ollama pull missing"), ("boom", "could not run"),
      ] {
        let failed = try await reformat(home, "--refiner", model)
        #expect(failed.status == 1 && failed.errors.contains(message), "\(model): \(failed.errors)")
      }
      #expect(try await home.lastSession().results.count == stored.results.count)
    }
  }
}
