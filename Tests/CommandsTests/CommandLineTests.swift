import FoundationEssentials
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// What people mistype, and files that are not what they should be: one exact line, the right exit status.
  @Suite struct CommandLine {
    struct Wrong: CustomTestStringConvertible {
      var words: [String]
      var status: Int32
      var message: String
      var testDescription: String { words.joined(separator: " ") }
    }

    static let wrong = [
      Wrong(words: ["--nope"], status: 2, message: "unknown option '--nope'. See 'hwctl --help'."),
      Wrong(words: [], status: 2, message: "a command is missing. See 'hwctl --help'."),
      Wrong(
        words: ["statsu"], status: 2,
        message: "unknown command 'statsu' (did you mean 'status'?). See 'hwctl --help'."),
      Wrong(words: ["begin"], status: 2, message: "ACTION is missing. See 'hwctl begin --help'."),
      Wrong(
        words: ["begin", "fly"], status: 2,
        message: "'fly' is not a known ACTION. Known: localDictation, localAIDictation."),
      Wrong(
        words: ["history", "list", "--limit", "501"], status: 2,
        message: "'501' is not a number from 1 to 500 (--limit)."),
      Wrong(
        words: ["history", "list", "--limit=999999999999999999999"], status: 2,
        message: "'999999999999999999999' is not a number from 1 to 500 (--limit)."),
      Wrong(
        words: ["history", "list", "--limit", "0"], status: 2,
        message: "'0' is not a number from 1 to 500 (--limit)."),
      Wrong(
        words: ["history", "list", "--before", "yesterday"], status: 2,
        message: "'yesterday' is not a session id (--before). 'hwctl history list' shows them."),
      Wrong(
        words: ["history", "show", "last"], status: 1,
        message: "history has no session 'last'. 'hwctl history list' shows what there is."),
      Wrong(
        words: ["history", "play", "../../etc/passwd"], status: 1,
        message: "history has no session '../../etc/passwd'. See 'hwctl history list'."),
      Wrong(
        words: ["dictate", "--seconds", "0"], status: 2,
        message: "'0' is not a number from 1 to 3600 (--seconds)."),
      Wrong(
        words: ["dictate", "--seconds", "5", "--file", "a.wav"], status: 2,
        message: "--seconds is for the microphone, not for --file."),
      Wrong(
        words: ["profiles", "use", "nope"], status: 1,
        message: "there is no profile 'nope'. Known: default."),
      Wrong(
        words: ["status"], status: 3,
        message: "hwctld is not running. Start it with 'systemctl --user start hwctld', or run 'hwctld' in a "
          + "terminal."),
      Wrong(
        words: ["begin", "localDictation"], status: 3,
        message: "hwctld is not running. Start it with 'systemctl --user start hwctld', or run 'hwctld' in a "
          + "terminal."),
    ]

    @Test(arguments: wrong)
    func `a wrong command says what is wrong in one line`(_ wrong: Wrong) async throws {
      let home = try Home()
      let outcome = try await Program.run(["hwctl"] + wrong.words, home.environment)
      #expect(outcome.status == wrong.status)
      #expect(outcome.output == "")
      #expect(outcome.errors == "hwctl: \(wrong.message)\n")
    }

    @Test func `the daemon refuses what it does not know`() async throws {
      let home = try Home()
      let table = [
        ["--nope"]: "unknown option '--nope'. See 'hwctld --help'.",
        ["--route", "fax"]: "'fax' is not a known ROUTE. Known: type, stdout, file:PATH.",
        ["--route"]: "option '--route' needs a value: --route ROUTE.",
        ["once", "begin"]: "ACTION is missing. See 'hwctl begin --help'.",
        ["once", "status"]: "'hwctld once' is for hwctl's own use. See 'hwctl --help'.",
      ]
      for (words, message) in table {
        let outcome = try await Program.run(["hwctld"] + words, home.environment)
        #expect(outcome.status == 2)
        #expect(outcome.errors == "hwctl: \(message)\n")
      }
    }

    @Test func `a history that does not exist is empty, and looking makes none`() async throws {
      let home = try Home()
      for words in [["list"], ["list", "--limit", "500"], ["search", "word"]] {
        let outcome = try await Program.run(["hwctl", "history"] + words, home.environment)
        #expect(outcome.status == 0)
        #expect(outcome.output == "Nothing was found.\n")
        #expect(outcome.errors == "")
      }
      #expect(!Files.exists(home.voice))
    }

    @Test func `a search is for words, whatever they mean to the database`() async throws {
      let home = try Home()
      let text = try await home.hwctl("dictate", "--file", Recordings.card("005"))
      try #require(text.status == 0)
      for words in ["eight", "EIGHT spades", "hear", "  seven\tof  ", "\"seven", "hearts\"", "eight*"] {
        let outcome = try await home.hwctl("history", "search", words)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Eight of spades"), "\(words)")
      }
      let nothing = [
        "", " ", "\"", "\"\"\"", "*", "NEAR(", "eight OR nothing", "eight NOT spades", "raw:eight x", "';--",
        "🂡",
        "eight AND", String(repeating: "(", count: 5_000),
      ]
      for words in nothing {
        let outcome = try await home.hwctl("history", "search", words)
        #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        #expect(outcome.output == "Nothing was found.\n", "\(words)")
        #expect(outcome.errors == "")
      }
    }

    @Test func `a file that holds no speech is refused by name and leaves nothing behind`() async throws {
      let home = try Home()
      let folder = home.folder.path
      try home.write("these are words, not sound\n", to: folder + "/text.txt")
      try home.write("", to: folder + "/empty.wav")
      var seed: UInt32 = 1
      let garbage = (0..<10_000_000).map { _ in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: seed >> 24)
      }
      try Files.replace(folder + "/garbage.bin", with: garbage)
      let convert = "Convert it: `ffmpeg -i FILE -ar 16000 -ac 1 OUT.wav`."
      let table = [
        ("nowhere.wav", "There is no audio file #. Check the name; `hwctl history list` shows what is kept."),
        ("text.txt", "# is not an audio file that can be read (Format not recognised.). \(convert)"),
        ("empty.wav", "The audio file # has no sound in it. Record it again."),
        ("", "# is not an audio file that can be read (not a regular file). \(convert)"),
        ("garbage.bin", "# is not an audio file that can be read (Format not recognised.). \(convert)"),
      ]
      for (name, message) in table {
        let path = "\(folder)/\(name)"
        let outcome = try await home.hwctl("dictate", "--file", path)
        #expect(outcome.status == 4)
        #expect(outcome.output == "")
        #expect(outcome.errors == "hwctl: \(message.replacing("#", with: path))\n")
      }
      #expect(try await home.hwctl("history", "list").output == "Nothing was found.\n")
      #expect(try Files.names(in: home.voice).allSatisfy { !$0.hasSuffix(".wav") })
    }

    @Test(arguments: [
      "-r 8000 -c 1 -e mu-law -t wav", "-r 44100 -c 2 -b 16 -t wav", "-r 48000 -c 1 -b 24 -t flac",
      "-r 22050 -c 1 -t ogg",
    ])
    func `audio of other rates, channels and formats is understood`(format: String) async throws {
      let home = try Home()
      let path = home.folder.path + "/audio"
      let words = format.split(separator: " ").map(String.init)
      let made = try await Program.run(["sox", Recordings.short] + words + [path])
      try #require(made.status == 0, "\(made.errors)")
      let outcome = try await home.hwctl("dictate", "--file", path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        Recordings.words(outcome.output) == ["he", "was", "not", "an", "ill", "disposed", "young", "man"])
    }
  }
}
