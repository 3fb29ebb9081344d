import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// `history.keep` false: what is said is written to no file.
  @Suite struct KeepNothing {
    private static let preferences = #"{"schemaVersion": 1, "history": {"keep": false}}"#

    /// The paths that a program and its children made or opened for writing, by strace(1); -D leaves it this process's child.
    private struct Tracer {
      /// A log of each thread, so that no line of one is cut by another.
      private let folder: String

      init(_ home: Home) throws {
        folder = home.folder.file("trace")
        try Files.makeFolder(folder)
      }

      var words: [String] {
        [
          "/usr/bin/strace", "-D", "-ff", "-qq", "-z", "-e", "signal=none", "-y", "--seccomp-bpf", "-s",
          "4096", "-o",
          folder + "/log", "-e",
          "trace=open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod,mknodat,"
            + "bind,truncate",
        ]
      }

      func paths() throws -> Set<String> {
        let lines = try Files.names(in: folder).flatMap { name in
          String(decoding: try Files.read(folder + "/" + name, limit: 1 << 26), as: UTF8.self).split(
            separator: "\n")
        }
        // "mkdir("PATH", 0700) = 0", "openat(AT_FDCWD<FOLDER>, "PATH", O_RDWR|O_CREAT, 0600) = 7<PATH>"
        let writing = lines.filter {
          !$0.contains("O_RDONLY") && !$0.contains("AF_NETLINK") && !$0.contains("sun_path=@")
        }
        return Set(writing.map { $0.split(separator: "\"").dropFirst().first.map(String.init) ?? String($0) })
      }
    }

    @Test func `daemon and recogniser make no file but sockets and locks while someone dictates`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      try home.write(Self.preferences, to: home.preferences)
      let tracer = try Tracer(home)
      let daemon = try await DaemonUnderTest(home, tracer: tracer.words)
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(home.delivered.count == 1)
      #expect(try await daemon.stop() == 0)
      let runtime = home.runtime + "/hwctl"
      let paths = try tracer.paths()
      #expect(
        paths == [
          runtime, runtime + "/hwctld.lock", runtime + "/control.sock", "/dev/null", home.typed,
          try #require(sound.environment["PULSE_COOKIE"]),
        ])
      #expect(!Files.exists(home.voice))
    }

    @Test func `a text that did not arrive is brought by redeliver, and by no other run of the daemon`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      try home.write(Self.preferences, to: home.preferences)
      // No file can be written there.
      try Files.makeFolder(home.typed)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.dictate(Recordings.short).outcome == "kept")
      #expect(try await home.hwctl("redeliver", "--delay", "0").status == 1)
      #expect(rmdir(home.typed) == 0)
      #expect(try await home.hwctl("redeliver", "--delay", "0").status == 0)
      #expect(home.delivered.count == 1)
      #expect(Recordings.words(home.delivered.first ?? "").last == "man")
      let again = try await home.hwctl("redeliver", "--delay", "0")
      #expect(again.status == 1 && again.errors.contains("no text of this run of hwctld"))
      #expect(!Files.exists(home.voice))
    }

    @Test func `the same tracer sees what is kept when it may be`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let tracer = try Tracer(home)
      let daemon = try await DaemonUnderTest(home, tracer: tracer.words)
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(try await daemon.stop() == 0)
      let paths = try tracer.paths()
      #expect(paths.contains(home.voice + "/history.sqlite"))
      #expect(paths.contains { $0.hasPrefix(home.voice) && $0.hasSuffix(".partial.wav") })
    }

    @Test func `hwctl dictate makes no file either`() async throws {
      let home = try Home()
      try home.write(Self.preferences, to: home.preferences)
      let tracer = try Tracer(home)
      let outcome = try await Program.run(
        tracer.words + [Program.path(of: "hwctl"), "dictate", "--file", Recordings.short], home.environment)
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome.errors)")
      let paths = try tracer.paths()
      #expect(paths == ["/dev/null"])
      #expect(!Files.exists(home.voice))
    }

    @Test func `commands that would add words or sound refuse, and those that take away or mark do it`()
      async throws
    {
      let home = try Home()
      let made = try await Program.run(["history-tester", "generate", home.voice, "3"])
      try #require(made.status == 0)
      let archive = home.folder.file("archive")
      #expect(try await home.hwctl("history", "export", "--format", "archive", "-o", archive).status == 0)
      try home.write(Self.preferences, to: home.preferences)
      let before = try contents(home.voice)
      for words in [
        ["correct", "last", "Anything"], ["reformat", "last", "--style", "formal"], ["import", archive],
        ["import", Recordings.short], ["retranscribe", "last"],
      ] {
        let outcome = try await Program.run(["hwctl", "history"] + words, home.environment)
        #expect(outcome.status == 1)
        let lines = outcome.complaints
        let isRefused =
          lines.last == "hwctl: nothing is to be kept (preferences, history.keep), so nothing is written."
        #expect(
          isRefused || words[0] == "retranscribe" && lines.last?.contains("no audio is kept") == true,
          "\(words) \(lines)")
      }
      #expect(try contents(home.voice) == before)
      #expect(try await home.hwctl("history", "show", "last").status == 0)
      #expect(try await home.hwctl("history", "pin", "last").status == 0)
      #expect(try await home.hwctl("history", "delete", "last", "--yes").status == 0)
      #expect(try await home.hwctl("history", "clear", "--yes").status == 0)
    }

    /// Without what SQLite keeps of readers.
    private func contents(_ folder: String) throws -> [String: [UInt8]] {
      var contents: [String: [UInt8]] = [:]
      for name in try Files.names(in: folder) where !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
        contents[name] = try Files.read(folder + "/" + name, limit: 1 << 26)
      }
      return contents
    }
  }
}
