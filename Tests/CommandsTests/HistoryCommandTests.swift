import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// `hwctl history` on generated sessions: no daemon, no model, no sound.
  @Suite struct HistoryCommands {
    private struct Page: Decodable {
      var sessions: [HistoryEntry]
      var next: String?
    }

    private struct Statistics: Decodable {
      var sessions, results, pinned: Int
    }

    private struct Removed: Decodable {
      var removed, pinnedKept: Int
    }

    private struct Imported: Decodable {
      var sessions, unchanged: Int
    }

    /// Ten sessions, a minute apart from 2023-11-14 22:13:20 UTC on.
    private func home() async throws -> Home {
      let home = try Home(linkingModels: false)
      let made = try await Program.run(["history-tester", "generate", home.voice, "10"])
      try #require(made.status == 0, "\(made.errors)")
      return home
    }

    private func ids(_ home: Home, _ words: String...) async throws -> [String] {
      let outcome = try await Program.run(["hwctl", "history"] + words + ["--json"], home.environment)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try Home.decode(Page.self, outcome.output).sessions.map(\.id)
    }

    @Test func `lists are paged and filtered by time, profile and application`() async throws {
      let home = try await home()
      let all = try await ids(home, "list")
      #expect(all.count == 10 && all == all.sorted().reversed())
      let first = try await home.hwctl(Page.self, "history", "list", "-n", "4", "--json")
      #expect(first.sessions.map(\.id) == Array(all[..<4]) && first.next == all[3])
      #expect(try await ids(home, "list", "-n", "4", "--before", all[3]) == Array(all[4..<8]))
      #expect(try await ids(home, "list", "--profile", "writing") == [all[0], all[9]])
      #expect(try await ids(home, "list", "--app", "org.example.app0") == [all[2], all[9]])
      let zone = ["TZ": "UTC"]
      let filtered = try await Program.run(
        [
          "hwctl", "history", "list", "--from", "2023-11-14T22:15", "--until", "2023-11-14T22:17:20",
          "--json",
        ],
        home.environment.merging(zone) { $1 })
      #expect(try Home.decode(Page.self, filtered.output).sessions.map(\.id) == [all[6], all[7]])
      for date in ["2023-13-01", "2023-02-30", "yesterday", "2023-11-14T25:00", ""] {
        #expect(try await home.hwctl("history", "list", "--from", date).status == 2, "\(date)")
      }
    }

    @Test func `a correction is shown beside what was said, searched and exported`() async throws {
      let home = try await home()
      let corrected = try await home.hwctl("history", "correct", "last", "Zebra crossing")
      #expect(corrected.status == 0, "\(corrected.errors)")
      let found = try await ids(home, "search", "zeb")
      #expect(found == [try await home.lastSession().id])
      let shown = try await home.hwctl("history", "show", "last")
      #expect(shown.output.contains("Zebra crossing (correction)"))
      #expect(shown.output.contains(": [-"))
      #expect(shown.output.contains("{+Zebra crossing+}"))
      #expect(
        try await home.hwctl("history", "show", "last", "--stage", "edited").output == "Zebra crossing\n")
      let delivered = try await home.hwctl("history", "show", "last", "--stage", "delivered")
      #expect(delivered.status == 0 && !delivered.output.contains("Zebra"))
      let text = try await home.hwctl("history", "export", "last")
      #expect(text.output.hasSuffix("\nZebra crossing\n\n"))
      let subtitles = try await home.hwctl("history", "export", "last", "--format", "srt")
      #expect(subtitles.output.hasPrefix("1\n00:00:00,000 --> 00:00:0"))
      #expect(try await home.hwctl("history", "export", "--format", "vtt").status == 2)
      let json = try await home.hwctl("history", "export", "--format", "json")
      #expect(json.output.split(separator: "\n").count == 10)
      let file = home.folder.file("texts")
      #expect(try await home.hwctl("history", "export", "-o", file).status == 0)
      #expect(home.read(file)?.contains("Zebra crossing") == true)
      #expect(try await home.hwctl("history", "export", "-o", file).status == 1)
      #expect(try await home.hwctl("history", "correct", "last", "").status == 2)
      #expect(try await home.hwctl("history", "correct", "nobody", "x").status == 1)
    }

    @Test func `deleting asks, which needs a terminal or a yes`() async throws {
      let home = try await home()
      let all = try await ids(home, "list")
      #expect(try await home.hwctl("history", "delete", all[0]).status == 2)
      #expect(try await home.hwctl("history", "clear").status == 2)
      #expect(try await ids(home, "list").count == 10)
      #expect(try await home.hwctl("history", "pin", all[5], all[6]).status == 0)
      #expect(try await home.hwctl("history", "unpin", all[6]).status == 0)
      let deleted = try await home.hwctl(
        Removed.self, "history", "delete", all[0], all[1], all[1], "--yes", "--json")
      #expect(deleted.removed == 2)
      #expect(try await home.hwctl(Statistics.self, "history", "stats", "--json").sessions == 8)
      // One that nobody has entered yet is cleared as well.
      try Files.replace(
        home.voice + "/20260101T000000Z-00000001.partial.wav",
        with: try Files.read(Recordings.short, limit: 1 << 20))
      let cleared = try await home.hwctl(Removed.self, "history", "clear", "-y", "--json")
      #expect(cleared.removed == 8 && cleared.pinnedKept == 1)
      #expect(try Files.names(in: home.voice).allSatisfy { !$0.hasPrefix("20260101") })
      #expect(try await ids(home, "list") == [all[5]])
      let fits = try await home.hwctl("history", "reconcile")
      #expect(fits.status == 0 && fits.output == "Files and entries fit together.\n")
    }

    @Test func `an archive goes to another home and back`() async throws {
      let home = try await home()
      let archive = home.folder.file("archive")
      #expect(try await home.hwctl("history", "export", "--format", "archive").status == 2)
      let exported = try await home.hwctl("history", "export", "--format", "archive", "-o", archive)
      #expect(exported.status == 0, "\(exported.errors)")
      let other = try Home(linkingModels: false)
      let imported = try await other.hwctl(Imported.self, "history", "import", archive, "--json")
      #expect(imported.sessions == 10 && imported.unchanged == 0)
      #expect(try await other.hwctl(Imported.self, "history", "import", archive, "--json").unchanged == 10)
      #expect(try await ids(other, "list") == ids(home, "list"))
      symlink("/etc/passwd", archive + "/extra")
      let refused = try await other.hwctl("history", "import", archive)
      #expect(refused.status == 4 && refused.errors.contains("neither a file nor a folder"))
    }

    @Test func `without a history nothing is made, and everything says so`() async throws {
      let home = try Home(linkingModels: false)
      #expect(try await home.hwctl("history", "list").output == "Nothing was found.\n")
      #expect(try await home.hwctl(Statistics.self, "history", "stats", "--json").sessions == 0)
      #expect(try await home.hwctl("history", "show", "last").status == 1)
      #expect(
        try await home.hwctl("history", "export", "--format", "archive", "-o", home.folder.file("a")).status
          == 1)
      #expect(!Files.exists(home.voice))
    }
  }
}
