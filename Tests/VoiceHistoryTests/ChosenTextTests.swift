import Domain
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct ChosenTextTests {
  private static let correction = ResultRecord(stage: .edited, origin: .correction, text: "meant", source: 2)
  private static let again = [
    ResultRecord(stage: .raw, origin: .retranscription, text: "again"),
    ResultRecord(stage: .edited, origin: .retranscription, text: "Again"),
  ]
  private static let reformatted = ResultRecord(stage: .formatted, origin: .reformat, text: "Dear Said.")

  private static let cases: [(results: [ResultRecord], text: String?)] = [
    ([], nil),
    ([ResultRecord(stage: .raw, origin: .capture, text: "")], nil),
    (stages("Said"), "Said."),
    (Array(stages("Said").prefix(2)), "Said"),
    // Only that is left of one that an earlier version stored.
    (Array(stages("Said").suffix(1)), "Said. "),
    (stages("Said") + again, "Again"),
    (stages("Said") + [ResultRecord(stage: .raw, origin: .retranscription, text: "")], "Said."),
    (stages("Said") + [reformatted], "Dear Said."),
    // A correction stays the text until there is a newer one.
    (stages("Said") + [correction], "meant"),
    (stages("Said") + [correction] + again, "meant"),
    (stages("Said") + again + [correction], "meant"),
    (stages("Said") + [correction, reformatted], "meant"),
    (
      stages("Said") + [correction] + again + [
        ResultRecord(stage: .edited, origin: .correction, text: "newer")
      ],
      "newer"
    ),
  ]

  @Test(arguments: cases.indices) func `the text of a session is what was meant last`(index: Int) {
    let (results, text) = Self.cases[index]
    let detail = SessionDetail(record: sessionRecord(sessionID(1)), results: results)
    #expect(detail.text == text)
    #expect(detail.chosen.map { results[$0].text } == text)
  }

  @Test func `a correction that was filed as delivered is read as edited, from rows and archives alike`()
    throws
  {
    let folder = try TemporaryFolder()
    let editor = try HistoryEditor(folder: folder.file("voice"))
    let old = ResultRecord(stage: .delivered, origin: .correction, text: "meant", source: 3)
    try editor.commit(sessionRecord(sessionID(1)), results: stages("Said") + [old])
    let reader = HistoryReader(folder: folder.file("voice"))
    let read = try #require(try reader.session(sessionID(1)))
    #expect(read.results.last?.stage == .edited && read.text == "meant")
    var archived = ArchiveSession(read, withAudio: false)
    archived.results[4].stage = "delivered"
    #expect(try archived.detail() == read)
  }
}
