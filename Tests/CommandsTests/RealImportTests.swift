import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// Recordings become a searchable history, with the real model.
  @Suite struct RealImports {
    private struct Imported: Decodable {
      var sessions, unchanged: Int
      var failed: [String]
    }

    @Test func `a folder of recordings is recognised once, can be searched, and is left as it was`()
      async throws
    {
      let home = try Home()
      let folder = home.folder.file("recordings")
      try Files.makeFolder(folder + "/old")
      let sound = try Files.read(Recordings.short, limit: 1 << 24)
      try Files.replace(folder + "/old/one.wav", with: sound)
      try Files.replace(folder + "/two.wav", with: Array("no sound".utf8))
      try Files.replace(folder + "/notes.txt", with: [1])
      let first = try await Program.run(
        ["hwctl", "history", "import", folder, "--json"], home.environment)
      #expect(first.status == 1, "one file cannot be read")
      let imported = try Home.decode(Imported.self, first.output)
      #expect(imported.sessions == 1 && imported.failed == [folder + "/two.wav"])
      let session = try await home.lastSession()
      #expect(session.inputKind == "file" && session.outcome == "kept")
      #expect(Recordings.words(session.text("edited") ?? "").last == "man")
      #expect(try await home.hwctl("history", "search", "man").output.contains(session.id))
      #expect(
        try await home.hwctl("history", "export", "last", "--format", "vtt").output.hasPrefix("WEBVTT\n\n0"))
      #expect(try Files.read(folder + "/old/one.wav", limit: 1 << 24) == sound)
      let shown = try await home.hwctl("history", "show", "last", "--json")
      #expect(!shown.output.contains("one.wav"), "where it lay is not kept")
      let again = try await Program.run(["hwctl", "history", "import", folder, "--json"], home.environment)
      #expect(try Home.decode(Imported.self, again.output).unchanged == 1)
      let retranscribed = try await home.hwctl("history", "retranscribe", "last")
      #expect(Recordings.words(retranscribed.output).last == "man", "\(retranscribed.errors)")
      #expect(try await home.lastSession().results.count >= 4)
    }
  }
}
