internal import Audio
internal import Digests
internal import Dispatch
internal import Synchronization
internal import SystemCalls
internal import VoiceHistory

/// Writes one session's audio file on a queue of its own, so that a slow disk delays neither words nor samples.
///
/// `@unchecked Sendable`: `writer`, `finished` and `broken` are touched on `queue` only.
final class AudioRecorder: @unchecked Sendable {
  enum News: Sendable {
    /// The last one: at the first failure, or after `finish`.
    case saved(AudioReference)
    case lost(SessionFailure)
    /// The recording has to end now; at most once. What was given so far is kept.
    case mustEnd(SessionFailure)
  }

  let queue = DispatchQueue(label: "hwctl.audio-file", qos: .userInitiated)
  private let files: SessionFiles
  private let floorBytes: Int64
  private let onNews: @Sendable (News) -> Void
  /// Samples that wait in `queue`.
  private let waiting = Atomic(0)
  private let hasAskedToEnd = Atomic(false)
  /// Written since the free space was last looked at.
  private var unlooked = 0
  /// There was too little space from the start: then only a full disk ends the file.
  private var ignoresSpace = false
  private var writer: AudioFileWriter?
  /// Keeps the file locked as long as the session lives, so that no other program enters it in history first.
  private var finished: FinishedAudioFile?
  private var broken = false

  /// - Parameter onNews: `saved` or `lost` comes exactly once unless the audio is discarded.
  init(files: SessionFiles, floorBytes: Int64, onNews: @escaping @Sendable (News) -> Void) {
    self.files = files
    self.floorBytes = floorBytes
    self.onNews = onNews
    queue.async { self.open() }
  }

  func append(_ samples: [Int16]) {
    let waits = waiting.add(samples.count, ordering: .relaxed).newValue
    if waits > DictationLimits.samplesBeforeDisk { askToEnd(.diskIsTooSlow) }
    queue.async { self.write(samples) }
  }

  func finish() {
    queue.async { self.close() }
  }

  /// Nothing of it stays, also of a file that is finished.
  func discard() {
    queue.async { [self] in
      broken = true
      writer.take()?.discard()
      finished = nil
      // Also what a failed write has left. A file that is not there need not be removed.
      for path in [files.partialAudio, files.audio] { try? Files.remove(path) }
    }
  }

  private func askToEnd(_ failure: SessionFailure) {
    if !hasAskedToEnd.exchange(true, ordering: .relaxed) { onNews(.mustEnd(failure)) }
  }

  /// The folder may have been removed since the history was opened; where it cannot be made, opening the file says so.
  private func open() {
    _ = try? Files.makeFolder(Files.parent(of: files.partialAudio))
    ignoresSpace = (freeBytes ?? 0) < floorBytes
    do throws(AudioFileError) { writer = try AudioFileWriter(path: files.partialAudio) } catch { fail(error) }
  }

  private func write(_ samples: [Int16]) {
    waiting.subtract(samples.count, ordering: .relaxed)
    guard !broken else { return }
    do throws(AudioFileError) { try writer?.append(samples) } catch { return fail(error) }
    unlooked += samples.count
    if unlooked >= DictationLimits.samplesBetweenLooksAtSpace { lookAtSpace() }
  }

  private func lookAtSpace() {
    unlooked = 0
    guard !ignoresSpace, let freeBytes, freeBytes < floorBytes else { return }
    askToEnd(.spaceIsShort(freeBytes))
  }

  /// Nil where the file system does not tell.
  private var freeBytes: Int64? { try? Files.freeBytes(at: Files.parent(of: files.partialAudio)) }

  private func close() {
    guard !broken, let writer = writer.take() else { return }
    do throws(AudioFileError) {
      let file = try writer.finish(as: files.audio)
      let summary = file.summary
      finished = consume file
      report(summary)
    } catch {
      fail(error)
    }
  }

  private func report(_ summary: AudioFileSummary) {
    do throws(SystemError) {
      let (digest, bytes) = try SHA256.digest(ofFile: files.audio)
      onNews(
        .saved(AudioReference(name: files.audioName, sha256: digest, bytes: bytes, samples: summary.samples)))
    } catch {
      onNews(.lost(SessionFailure(code: "audio.unreadable", message: "\(error.description).")))
    }
  }

  /// What was written stays on disk: reconciliation finds it.
  private func fail(_ error: AudioFileError) {
    guard !broken else { return }
    broken = true
    writer = nil
    Log.error("a recording could not be written", ["code": .code(error.code)])
    onNews(.lost(SessionFailure(error)))
  }
}
