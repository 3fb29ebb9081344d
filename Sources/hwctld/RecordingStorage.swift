import Audio
import Domain
import Models
import Speech
import SystemCalls
import Transcript
import VoiceHistory

/// Enters a recording that somebody gave into history, as if it had been dictated.
enum RecordingStorage {
  /// - Parameters:
  ///   - digest: of the file it came from.
  ///   - endedAt: Unix time in milliseconds.
  static func store(
    _ samples: [Int16], _ recognised: RecognitionResult, _ options: TranscriptOptions, _ digest: String,
    endedAt: Int64, _ editor: borrowing HistoryEditor
  ) throws(ImportFailure) {
    let length = AudioFormat.duration(samples: samples.count)
    let startedAt = max(0, endedAt - length.wholeMilliseconds)
    let id = VoiceStore.makeSessionID(atUnixMilliseconds: startedAt)
    let files = HistoryReader(folder: editor.folder).files(for: id)
    let results = results(of: recognised, origin: .import, at: 0, options)
    do {
      var writer = try AudioFileWriter(path: files.partialAudio)
      // In minutes, so that no single write grows large.
      for start in stride(from: 0, to: samples.count, by: 960_000) {
        try writer.append(Array(samples[start..<min(start + 960_000, samples.count)]))
      }
      let finished = try writer.finish(as: files.audio)
      let record = SessionRecord(
        id: id, inputKind: .file, startedAt: startedAt, duration: length, action: .localDictation,
        outcome: results.isEmpty ? .noSpeech : .kept, audio: try editor.audioReference(for: id),
        sourceSHA256: digest)
      try editor.commit(record, results: results)
      withExtendedLifetime(finished) {}
    } catch let error as AudioFileError {
      throw .file(error.message)
    } catch let error as HistoryError {
      throw .history(error)
    } catch {
      preconditionFailure("the calls above throw only the two kinds of error")
    }
  }

  /// Raw, Edited and Formatted; none where nothing was said.
  ///
  /// - Parameter first: the index of the first of them in the session's results.
  static func results(
    of recognised: RecognitionResult, origin: ResultOrigin, at first: Int, _ options: TranscriptOptions
  ) -> [ResultRecord] {
    if recognised.text.isEmpty { return [] }
    let raw = ResultRecord(
      stage: .raw, origin: origin, text: recognised.text, model: recognised.model.description,
      speechMilliseconds: Int(recognised.speechDuration.wholeMilliseconds),
      decodeMilliseconds: Int(recognised.decodeDuration.wholeMilliseconds),
      words: recognised.words.isEmpty ? pieces(recognised) : recognised.words)
    var options = options
    options.language = options.language ?? recognised.language
    let stages = TranscriptPipeline.run(raw: recognised.text, options: options)
    return [raw]
      + ResultRecord.results(of: stages, origin: origin, raw: first, style: options.style.rawValue)
  }

  /// Where the model does not tell when each word was said, the stretches that were decoded in one go.
  private static func pieces(_ recognised: RecognitionResult) -> [TimedWord] {
    recognised.segments.filter { !$0.text.isEmpty }.map {
      TimedWord(text: $0.text, start: $0.start, end: $0.end)
    }
  }
}
