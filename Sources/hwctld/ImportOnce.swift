import Audio
import CommandSyntax
import Digests
import Domain
import Glibc
import Speech
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history import` of recordings: one after another, each recognised, then stored with a copy of its sound.
///
/// The sound is written after it was recognised: an import that is interrupted leaves nothing half, and the file is there to
/// be imported again.
enum ImportOnce {
  private struct Imported: Encodable {
    var sessions = 0
    var extended = 0
    var unchanged = 0
    var failed: [String] = []
    var contradicting: [String] = []
    var recordings = 0
  }

  static func run(_ invocation: Invocation) async {
    let directories = Directories.standard()
    let recogniser = OnceRecogniser(directories, model: invocation.values["model"])
    var outcome = Imported()
    let line = ProgressLine()
    do throws(HistoryError) {
      let editor = try HistoryEditor(folder: directories.voice)
      if let message = editor.openingReport.message { Terminal.complain(message + ".") }
      let found = RecordingFiles.find(invocation.arguments)
      for (number, path) in found.files.enumerated() {
        line.show("recording \(number + 1) of \(found.files.count)")
        try take(path, editor, recogniser, &outcome, line)
      }
      for archive in found.archives { try take(archive: archive, editor, &outcome, line) }
    } catch {
      line.finish()
      Terminal.fail(.failed, error.message)
    }
    line.finish()
    recogniser.shutDown()
    finish(outcome, invocation)
  }

  private static func take(
    _ path: String, _ editor: borrowing HistoryEditor, _ recogniser: OnceRecogniser,
    _ outcome: inout Imported,
    _ line: ProgressLine
  ) throws(HistoryError) {
    do throws(ImportFailure) {
      try check(path)
      let digest = try digest(path)
      if try isKnown(digest, editor) {
        outcome.unchanged += 1
        return
      }
      let samples = try samples(path)
      let recognised = try recogniser.recognise(samples)
      switch try RecordingStorage.store(
        samples, recognised, recogniser.transcript, digest, endedAt: modified(path), editor)
      {
      case .stored:
        outcome.sessions += 1
        outcome.recordings += 1
      case .known: outcome.unchanged += 1
      }
    } catch {
      switch error {
      case .history(let error): throw error
      case .file(let message):
        line.finish()
        Terminal.complain(message)
        outcome.failed.append(path)
      }
    }
  }

  private static func take(
    archive: String, _ editor: borrowing HistoryEditor, _ outcome: inout Imported, _ line: ProgressLine
  ) throws(HistoryError) {
    do throws(ArchiveError) {
      let report = try editor.importArchive(archive) { line.show("\($0) of \($1) recordings copied") }
      outcome.sessions += report.sessions
      outcome.recordings += report.recordings
      outcome.extended += report.extended
      outcome.unchanged += report.unchanged
      outcome.contradicting += report.contradicting.map(\.rawValue)
      line.finish()
      for message in report.contradictions { Terminal.complain(message) }
    } catch {
      line.finish()
      Terminal.complain(error.message)
      outcome.failed.append(archive)
    }
  }

  private static func isKnown(
    _ digest: String, _ editor: borrowing HistoryEditor
  ) throws(ImportFailure) -> Bool {
    do throws(HistoryError) { return try editor.session(importedFrom: digest) != nil } catch {
      throw .history(error)
    }
  }

  private static func digest(_ path: String) throws(ImportFailure) -> String {
    do throws(SystemError) { return try SHA256.digest(ofFile: path).digest } catch {
      throw .file("\(error.description).")
    }
  }

  /// Before a long file is digested.
  private static func check(_ path: String) throws(ImportFailure) {
    do throws(AudioFileError) { try AudioFileReader.check(path) } catch { throw .file(error.message) }
  }

  private static func samples(_ path: String) throws(ImportFailure) -> [Int16] {
    do throws(AudioFileError) { return try AudioFileReader.read(path) } catch { throw .file(error.message) }
  }

  /// When a recorder closed the file, in Unix milliseconds: the best guess of when it was spoken.
  private static func modified(_ path: String) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { return UnixTime.nowMilliseconds() }
    return Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
  }

  private static func finish(_ outcome: Imported, _ invocation: Invocation) -> Never {
    if invocation.flags.contains("json") {
      Terminal.print(json: outcome)
    } else {
      let more = outcome.extended == 0 ? "" : "; \(outcome.extended) got later texts"
      let known =
        outcome.unchanged == 0
        ? "" : "; \(outcome.unchanged) \(outcome.unchanged == 1 ? "was" : "were") in history already"
      let failed = outcome.failed.isEmpty ? "" : "; \(outcome.failed.count) could not be"
      Terminal.print("\(outcome.sessions) imported\(more)\(known)\(failed)\n")
    }
    Terminal.exit(outcome.failed.isEmpty && outcome.contradicting.isEmpty ? .done : .failed)
  }
}

/// Why a recording was not imported.
enum ImportFailure: Error {
  /// The others can still be.
  case file(String)
  /// None can be.
  case history(HistoryError)
}
