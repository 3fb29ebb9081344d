import FoundationEssentials
import SystemCalls
import Testing

extension ProgramTests {
  /// `hwctl transcript explain`
  @Suite struct TranscriptCommand {
    private struct Answer: Decodable {
      struct Stages: Decodable {
        var raw: String
        var edited: String
      }

      var recognition: [String]
      var stages: Stages
      var structured: String
      var line: String
    }

    @Test func `each stage of a text is shown with its reasons`() async throws {
      let home = try Home()
      let outcome = try await home.hwctl(
        "transcript", "explain", "--text", "Hello there. New line. How are you?")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(
        outcome.output == """
          raw           Hello there. New line. How are you?
          spoken edits  Hello there.
                        How are you?
                          "New line" -> newLine
          dictionary    Hello there.
                        How are you?
          trace         raw 12..<23 newLine -> "\\n"
          normalisers   Hello there.
                        How are you?
          style         Hello there.
                        How are you?
          structured    Hello there.
                        How are you?
          one line      Hello there. How are you?

          """)
    }

    @Test func `options choose what is done`() async throws {
      let home = try Home()
      let outcome = try await home.hwctl(
        "transcript", "explain", "--json", "--numbers", "--fillers", "--punctuation", "--style", "excited",
        "--text",
        "Um, we won twenty five times period")
      #expect(outcome.status == 0)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
      #expect(answer.stages.raw == "Um, we won twenty five times period")
      #expect(answer.stages.edited == "Um, we won twenty five times.")
      #expect(answer.structured == "We won 25 times!")
      #expect(answer.line == "We won 25 times!")
    }

    @Test func `the style and the dictionary are those of the preferences, unless an option says otherwise`()
      async throws
    {
      let home = try Home()
      try home.write(
        """
        {"schemaVersion": 2, "writing": {"style": "formal"},
         "dictionary": {"replacements": [{"spoken": "my mail", "written": "ada@example.org"}]}}
        """, to: home.preferences)
      let words = ["transcript", "explain", "--json", "--text", "send it to my mail don't wait"]
      let preferred = try await home.hwctl(Answer.self, words)
      #expect(preferred.line == "Send it to ada@example.org do not wait.")
      let casual = try await home.hwctl(Answer.self, words + ["--style", "verbatim"])
      #expect(casual.line == "send it to ada@example.org don't wait")
    }

    @Test func `a recording is recognised, explained and kept nowhere`() async throws {
      let home = try Home()
      let path = Recordings.sentences[0].path
      let expected = try await Recordings.bareDecode(path)
      let outcome = try await home.hwctl("transcript", "explain", "--json", "--file", path)
      #expect(outcome.status == 0)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
      #expect(answer.stages.raw == expected)
      #expect(answer.line == expected)
      #expect(answer.recognition.first == "model moonshine-base-en 1, language en")
      #expect(answer.recognition.last?.hasPrefix("speech in ") == true)
      #expect(!Files.exists(home.voice))
    }

    @Test func `one of text and file is needed`() async throws {
      let home = try Home()
      for words in [[], ["--text", "a", "--file", "b.wav"]] {
        let outcome = try await Program.run(["hwctl", "transcript", "explain"] + words, home.environment)
        #expect(outcome.status == 2)
        #expect(outcome.errors == "hwctl: one of --text TEXT and --file AUDIO is needed.\n")
      }
    }
  }
}
