import CommandSyntax
import Domain
import Glibc
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history export`.
enum HistoryExport {
  private struct Archived: Encodable {
    let path: String
    let sessions, recordings: Int
    let bytes: Int64
    let withoutAudio: [String]
  }

  static func run(_ invocation: Invocation) throws(HistoryError) {
    let filter = HistoryFilter.read(invocation)
    let ids = invocation.arguments.isEmpty ? nil : try HistoryCommand.ids(invocation.arguments)
    switch format(invocation) {
    case "archive": archive(filter, ids, invocation)
    case "srt": subtitles(try one(ids), invocation, \.srt)
    case "vtt": subtitles(try one(ids), invocation, \.vtt)
    case "json": try texts(filter, ids, invocation, Self.json)
    default: try texts(filter, ids, invocation, Self.plain)
    }
  }

  /// The one asked for. `--json` alone means texts as JSON; of an archive it is the report that is JSON.
  private static func format(_ invocation: Invocation) -> String {
    guard invocation.flags.contains("json") else { return invocation.values["format"] ?? "txt" }
    let format = invocation.values["format"] ?? "json"
    guard ["json", "archive"].contains(format) else {
      Terminal.fail(.usage, "--format \(format) is not JSON: say either that or --json.")
    }
    return format
  }

  private static func archive(_ filter: SessionFilter, _ ids: [SessionID]?, _ invocation: Invocation) {
    guard let path = invocation.values["output"] else {
      Terminal.fail(.usage, "an archive is a folder: say where with --output PATH.")
    }
    let line = ProgressLine()
    do throws(ArchiveError) {
      let report = try HistoryCommand.reader.exportArchive(
        to: path, filter, ids: ids, withAudio: !invocation.flags.contains("without-audio")
      ) { line.show("\($0) sessions exported") }
      line.finish()
      finish(report, path, invocation)
    } catch {
      line.finish()
      Terminal.fail(.failed, error.message)
    }
  }

  private static func finish(_ report: ArchiveReport, _ path: String, _ invocation: Invocation) {
    if invocation.flags.contains("json") {
      return Terminal.print(
        json: Archived(
          path: path, sessions: report.sessions, recordings: report.recordings, bytes: report.bytes,
          withoutAudio: report.withoutAudio.map(\.rawValue)))
    }
    for id in report.withoutAudio {
      Terminal.complain("the recording of session \(id) is missing or was changed; it is exported without.")
    }
    Terminal.print(
      "\(HistoryCommand.counted(report.sessions, "session")) with "
        + "\(HistoryCommand.counted(report.recordings, "recording")) in \(path)\n")
  }

  private static func one(_ ids: [SessionID]?) throws(HistoryError) -> SessionDetail {
    guard let ids, ids.count == 1 else { Terminal.fail(.usage, "subtitles are of one session: give its ID.") }
    return try HistoryCommand.session(ids[0].rawValue)
  }

  private static func subtitles(
    _ session: SessionDetail, _ invocation: Invocation, _ format: (Subtitles) -> String
  ) {
    guard let words = session.results.last(where: { !$0.words.isEmpty })?.words else {
      let remedy =
        session.hasAudio
        ? "'hwctl history retranscribe \(session.record.id)' recognises it again." : "Its audio is gone."
      Terminal.fail(
        .failed, "session \(session.record.id) has no timed words: its recognition gave none. \(remedy)")
    }
    let output = Output(invocation)
    output.write(format(Subtitles(words)))
    output.finish()
  }

  private static func texts(
    _ filter: SessionFilter, _ ids: [SessionID]?, _ invocation: Invocation,
    _ format: (SessionDetail) -> String
  ) throws(HistoryError) {
    let output = Output(invocation)
    try HistoryCommand.reader.each(filter, ids: ids) { output.write(format($0)) }
    output.finish()
  }

  private static func plain(_ session: SessionDetail) -> String {
    guard let text = session.text else { return "" }
    return "\(HistoryText.localTime(session.record.startedAt))\n\(text)\n\n"
  }

  /// One session a line.
  private static func json(_ session: SessionDetail) -> String {
    Terminal.json(HistorySession(session, audioPath: nil))
  }
}

/// Standard output, or a file that appears under its name once it is whole.
private final class Output {
  private let path: String?
  private let descriptor: Int32
  private var temporary: String { LeftExports.temporaryPath(path ?? "") }

  init(_ invocation: Invocation) {
    path = invocation.values["output"]
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    if Files.exists(path) { Terminal.fail(.failed, "\(path) is there already and is left as it is.") }
    LeftExports.remove(of: path)
    do throws(SystemError) {
      descriptor = try FileDescriptor.open(LeftExports.temporaryPath(path), O_WRONLY | O_CREAT | O_EXCL)
        .release()
    } catch { Terminal.fail(.failed, "\(error.description).") }
  }

  func write(_ text: String) {
    let written =
      path == nil ? Terminal.show(text, on: descriptor) : Terminal.write(text, to: descriptor)
    guard !written else { return }
    let reason = String(cString: strerror(errno))
    if path != nil { unlink(temporary) }
    Terminal.fail(.failed, "the export cannot be written: \(reason).")
  }

  func finish() {
    guard let path else { return }
    do throws(SystemError) {
      try retrying("fsync", temporary) { fsync(descriptor) }
      try Files.rename(temporary, to: path)
    } catch {
      unlink(temporary)
      Terminal.fail(.failed, "\(error.description).")
    }
  }
}
