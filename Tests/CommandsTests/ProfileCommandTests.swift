import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// `hwctl profiles`: every change is whole or not made at all, and says what became of it.
  @Suite struct ProfileCommands {
    let home: Home

    init() throws { home = try Home(linkingModels: false) }

    private func profiles(_ words: String..., editor: String? = nil) async throws -> Program.Outcome {
      var environment = home.environment
      environment["EDITOR"] = editor
      return try await Program.run(["hwctl", "profiles"] + words, environment)
    }

    private func show(_ words: String...) async throws -> [String] {
      let outcome = try await Program.run(["hwctl", "profiles", "show"] + words, home.environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.split(separator: "\n").dropFirst().map { String($0.dropFirst(2)) }
    }

    @Test func `a profile is made, bound, copied, renamed, used and deleted`() async throws {
      let steps: [([String], String)] = [
        (["new", "typing", "--name", "Tippen"], "The profile 'typing' is made. (hwctld is not running.)\n"),
        (
          ["bind", "left", "media", "seek", "-5", "--profile", "typing", "--device", "vec-infinity"],
          "vec-infinity left is bound to media seek -5 in 'typing'. (hwctld is not running.)\n"
        ),
        (
          ["bind", "right+left", "keyboardShortcut", "ctrl+k", "ctrl+s", "--profile", "typing"],
          "vec-infinity left+right is bound to keyboardShortcut ctrl+k ctrl+s in 'typing'. (hwctld is not running.)\n"
        ),
        (
          [
            "bind", "center", "none", "--profile=typing", "--double-press", "profile next", "--long-hold",
            "media transcription", "--mode", "toggle", "--chord", "ctrl+alt+d",
          ], "vec-infinity center is bound to none in 'typing'. (hwctld is not running.)\n"
        ),
        (
          [
            "bind", "--chord", "ctrl+alt+x", "localDictation", "--mode", "holdOrLatch", "--profile", "typing",
          ],
          "ctrl+alt+x is bound to localDictation in 'typing'. (hwctld is not running.)\n"
        ),
        (
          ["duplicate", "typing", "copy"],
          "The profile 'typing' is copied to 'copy'. (hwctld is not running.)\n"
        ),
        (["rename", "typing", "writing"], "The profile 'typing' is renamed. (hwctld is not running.)\n"),
        (["use", "writing"], "The profile 'writing' is the active one. (hwctld is not running.)\n"),
        (["unbind", "left"], "vec-infinity left is unbound in 'writing'. (hwctld is not running.)\n"),
        (["delete", "default"], "The profile 'default' is deleted. (hwctld is not running.)\n"),
      ]
      for (words, output) in steps {
        let outcome = try await Program.run(["hwctl", "profiles"] + words, home.environment)
        #expect(
          outcome.status == 0 && outcome.output == output, "\(words): \(outcome.output)\(outcome.errors)")
      }
      #expect(try await profiles("list").output == "* writing  Tippen\n  copy  copy\n")
      #expect(
        try await show("copy") == [
          "vec-infinity left: hold media seek -5",
          "vec-infinity left+right: hold keyboardShortcut ctrl+k ctrl+s",
          "vec-infinity center: toggle none, double press profile next, long hold media transcription 2, chord ctrl+alt+d",
          "ctrl+alt+x: holdOrLatch localDictation",
        ])
      #expect(try await show().count == 3)
      #expect(try await profiles("validate").status == 0)
    }

    static let refused: [([String], Int32, String)] = [
      (["new", "default"], 1, "there is a profile 'default' already."),
      (
        ["new", "Ü"], 1,
        "'Ü' is no id: use 1 to 64 lower-case letters, digits and \"-\"; --name may say more."
      ),
      (["duplicate", "x", "y"], 1, "there is no profile 'x'. Known: default."),
      (["rename", "default"], 2, "a NEW-ID or --name is missing. See 'hwctl profiles rename --help'."),
      (["delete", "default"], 1, "'default' is the only profile, and one is needed: make another first."),
      (
        ["bind", "left", "dictate"], 2,
        "unknown action 'dictate'; known: none, keyboardShortcut, localDictation, localAIDictation, media, profile. "
          + "See 'hwctl profiles bind --help'."
      ),
      (
        ["bind", "knee", "none"], 1,
        "no known device has the control 'knee'. 'hwctl monitor' shows the names as you press them."
      ),
      (
        ["bind", "left", "none", "--mode", "momentary"], 2,
        "'momentary' is not a known MODE. Known: hold, toggle, holdOrLatch."
      ),
      (
        ["bind", "left", "none", "--chord", "ctrl+"], 2,
        "'ctrl+' is no chord: write modifiers and one key, as in ctrl+alt+d (--chord)."
      ),
      (["unbind"], 2, "CONTROL or --chord is missing. See 'hwctl profiles unbind --help'."),
      (
        ["unbind", "knee"], 1,
        "the profile 'default' has no binding of 'knee'. See 'hwctl profiles show default'."
      ),
      (
        ["reload"], 3,
        "hwctld is not running. Start it with 'systemctl --user start hwctld', or run 'hwctld' in a terminal."
      ),
      (
        ["bind", "localDictation"], 3,
        "hwctld is not running. Start it with 'systemctl --user start hwctld', or run 'hwctld' in a terminal."
      ),
    ]

    @Test func `what cannot be done is said, and nothing is written`() async throws {
      for (words, status, message) in Self.refused {
        let outcome = try await Program.run(["hwctl", "profiles"] + words, home.environment)
        #expect(outcome.status == status && outcome.output == "", "\(words)")
        #expect(outcome.errors == "hwctl: \(message)\n")
        #expect(try Files.names(in: home.configuration) == [])
      }
    }

    @Test func `a binding that would make the file invalid is refused in its own words`() async throws {
      let outcome = try await profiles("bind", "left", "localDictation", "--chord", "d")
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasPrefix("hwctl: this cannot be: \"d\" could not be typed any more"),
        "\(outcome.errors)")
      #expect(!Files.exists(home.profiles))
    }

    @Test func `one profile goes out as a file and comes in again, and a clash is asked about`() async throws
    {
      let file = home.folder.path + "/mine.json"
      #expect(try await profiles("export", "default", file).output == "\(file) is written.\n")
      #expect(
        try await profiles("export", "default", file).errors
          == "hwctl: \(file) exists already, and was left as it is.\n")
      #expect(try await profiles("validate", file).status == 0)
      let clash = try await profiles("import", file)
      #expect(clash.status == 1)
      #expect(
        clash.errors
          == "hwctl: there is a profile 'default' already. Import it under another id with --as ID, or in its "
          + "place with --replace. Nothing was changed.\n")
      #expect(
        try await profiles("import", file, "--as", "second").output
          == "Imported 'second'. Use it with: hwctl profiles use second. (hwctld is not running.)\n")
      #expect(try await profiles("import", file, "--replace").status == 0)
      #expect(try await profiles("list").output == "* default  Dictation pedal\n  second  Dictation pedal\n")
    }

    @Test func `ready-made profiles are imported by their names`() async throws {
      for name in ["dictation-pedal", "transcription-pedal", "macro-pad", "no-pedal"] {
        let outcome = try await profiles("import", name)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      let unknown = try await profiles("import", "nonsense")
      #expect(unknown.status == 1)
      #expect(
        unknown.errors
          == "hwctl: there is no file 'nonsense'. Ready-made ones: dictation-pedal, macro-pad, no-pedal, "
          + "transcription-pedal.\n")
    }

    @Test func `commands at the same time lose nothing`() async throws {
      try await withThrowingTaskGroup(of: Int32.self) { group in
        for number in 0..<8 { group.addTask { try await profiles("new", "p\(number)").status } }
        for try await status in group { #expect(status == 0) }
      }
      #expect(try await profiles("list").output.split(separator: "\n").count == 9)
    }

    @Test func `an edit replaces the profiles when it is valid, byte for byte`() async throws {
      let unchanged = try await profiles("use", "default")
      #expect(unchanged.status == 0)
      try home.write(
        #"{"schemaVersion":2, "activeProfile":"a","profiles":[{"id":"a","name":"A","devices":[]}]}"#,
        to: home.profiles)
      let edit = try await profiles("edit", editor: "sed -i s/A/B/")
      #expect(edit.output == "Your profiles are changed. (hwctld is not running.)\n", "\(edit.errors)")
      #expect(
        home.read(home.profiles)
          == #"{"schemaVersion":2, "activeProfile":"a","profiles":[{"id":"a","name":"B","devices":[]}]}"#)
      #expect(try await profiles("edit", editor: "true").output == "Nothing was changed.\n")
      #expect(try Files.names(in: home.configuration) == ["profiles.json"])
    }

    @Test func `an edit that is not valid is kept and named, and so is one that came too late`() async throws
    {
      let text = #"{"schemaVersion":2,"activeProfile":"a","profiles":[{"id":"a","name":"A","devices":[]}]}"#
      try home.write(text, to: home.profiles)
      let invalid = try await profiles("edit", editor: "sed -i s/devices/device/")
      #expect(invalid.status == 4)
      #expect(invalid.errors.contains("profiles[0].device: unknown name; allowed: id, name, devices, chords"))
      #expect(invalid.errors.contains("profiles-edited-"))
      #expect(home.read(home.profiles) == text)
      let late = try await profiles(
        "edit", editor: "sh -c 'sed -i s/A/B/ \"$1\"; sed -i s/A/C/ \(home.profiles)' sh")
      #expect(late.status == 1)
      #expect(late.errors.contains("was changed by someone else while you edited"), "\(late.errors)")
      #expect(home.read(home.profiles)?.contains("\"C\"") == true)
      #expect(try Files.names(in: home.configuration).count == 3)
    }

    @Test func `an editor that fails changes nothing`() async throws {
      let outcome = try await profiles("edit", editor: "false")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("the editor 'false' failed; your profiles are as they were."))
      #expect(!Files.exists(home.profiles))
    }

    @Test func `a running daemon uses a change at once, and a wrong file is said and not followed`()
      async throws
    {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      let made = try await home.hwctl("profiles", "new", "other")
      #expect(made.output == "The profile 'other' is made. hwctld has read the profiles.\n", "\(made.errors)")
      #expect(try await home.hwctl("profiles", "use", "other").status == 0)
      #expect(try await daemon.status().activeProfile == "other")
      try home.write("{", to: home.profiles)
      let reload = try await home.hwctl("profiles", "reload")
      #expect(reload.status == 1)
      #expect(reload.output == "hwctld did not take it and goes on with what it had.\n")
      #expect(reload.errors.contains("not JSON: line 1"))
      #expect(try await daemon.status().activeProfile == "other")
    }

    @Test func `without HOME nothing is read or written, and it is said how to set it`() async throws {
      for words in [["hwctl", "profiles", "list"], ["hwctld"]] {
        let outcome = try await Program.run(words, ["HOME": "", "XDG_RUNTIME_DIR": home.runtime])
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("hwctl: HOME is not set to an absolute path"), "\(outcome.errors)")
      }
      #expect(try await Program.run(["hwctl", "--help"], ["HOME": ""]).status == 0)
    }
  }
}
