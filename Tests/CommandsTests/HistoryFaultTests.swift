import TestSupport
import Testing

extension ProgramTests {
  /// Short runs of what `make soak` does in full.
  @Suite struct HistoryFaults {
    @Test func `kills and failing disks at every kind of step lose nothing`() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await Program.run(
        ["history-tester", "kills", folder.path, "23"], limit: .seconds(240))
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.hasSuffix("nothing was lost\n"), "\(outcome.output)")
    }

    @Test func `a daemon and seven commands together are never refused and lose nothing`() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await Program.run(
        ["history-tester", "together", folder.path, "5"], limit: .seconds(120))
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.hasSuffix("nothing was lost\n"), "\(outcome.output)")
    }
  }
}
