import Audio
import Dictation
import Domain
import Speech
import SystemCalls
import Transcript
import VoiceHistory

/// Enters a recording that somebody gave into history, as if it had been dictated.
enum RecordingStorage {
  /// Nothing where it is in history already.
  ///
  /// - Parameters:
  ///   - digest: of the file it came from.
  ///   - endedAt: Unix time in milliseconds.
  static func store(
    _ samples: [Int16], _ recognised: RecognitionResult, _ options: TranscriptOptions, _ digest: String,
    endedAt: Int64, _ editor: borrowing HistoryEditor
  ) throws(ImportFailure) -> ImportOutcome {
    let length = AudioFormat.duration(samples: samples.count)
    let startedAt = max(0, endedAt - length.wholeMilliseconds)
    let id = VoiceStore.makeSessionID(atUnixMilliseconds: startedAt)
    let results = results(of: recognised, origin: .import, at: 0, options)
    let record = SessionRecord(
      id: id, inputKind: .file, startedAt: startedAt, duration: length, action: .localDictation,
      outcome: results.isEmpty ? .noSpeech : .kept, sourceSHA256: digest)
    let outcome: Result<ImportOutcome, AudioFileError>
    do throws(HistoryError) {
      outcome = try editor.importRecording(record, results: results) {
        path, finalPath throws(AudioFileError) in
        try write(samples, path, finalPath)
      }
    } catch { throw .history(error) }
    switch outcome {
    case .success(let outcome): return outcome
    case .failure(let error): throw .file(error.message)
    }
  }

  private static func write(
    _ samples: [Int16], _ path: String, _ finalPath: String
  ) throws(AudioFileError) {
    var writer = try AudioFileWriter(path: path)
    // In minutes, so that no single write grows large.
    for start in stride(from: 0, to: samples.count, by: 960_000) {
      try writer.append(Array(samples[start..<min(start + 960_000, samples.count)]))
    }
    _ = try writer.finish(as: finalPath)
  }

  /// Raw, Edited and Formatted; none where nothing was said.
  ///
  /// - Parameter first: the index of the first of them in the session's results.
  static func results(
    of recognised: RecognitionResult, origin: ResultOrigin, at first: Int, _ options: TranscriptOptions
  ) -> [ResultRecord] {
    if recognised.text.isEmpty { return [] }
    let stages = TranscriptPipeline.run(raw: recognised.text, options: options.heard(in: recognised.language))
    return [ResultRecord(recognised, origin: origin)]
      + ResultRecord.results(of: stages, origin: origin, raw: first, style: options.style.rawValue)
  }
}
