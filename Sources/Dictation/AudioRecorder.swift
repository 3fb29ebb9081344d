internal import Audio
internal import Digests
internal import Dispatch
internal import SystemCalls
internal import VoiceHistory

/// Writes one session's audio file on a queue of its own, so that a slow disk delays neither words nor samples.
///
/// `@unchecked Sendable`: `writer`, `finished` and `broken` are touched on `queue` only.
final class AudioRecorder: @unchecked Sendable {
  enum Outcome: Sendable {
    case saved(AudioReference)
    case lost(SessionFailure)
  }

  private let queue = DispatchQueue(label: "hwctl.audio-file", qos: .userInitiated)
  private let files: SessionFiles
  private let onOutcome: @Sendable (Outcome) -> Void
  private var writer: AudioFileWriter?
  /// Keeps the file locked as long as the session lives, so that no other program enters it in history first.
  private var finished: FinishedAudioFile?
  private var broken = false

  /// - Parameter onOutcome: called exactly once unless the audio is discarded: at the first failure, or after `finish`.
  init(files: SessionFiles, onOutcome: @escaping @Sendable (Outcome) -> Void) {
    self.files = files
    self.onOutcome = onOutcome
    queue.async { self.open() }
  }

  func append(_ samples: [Int16]) {
    queue.async { self.write(samples) }
  }

  func finish() {
    queue.async { self.close() }
  }

  func discard() {
    queue.async {
      self.broken = true
      self.writer.take()?.discard()
    }
  }

  private func open() {
    do throws(AudioFileError) { writer = try AudioFileWriter(path: files.partialAudio) } catch { fail(error) }
  }

  private func write(_ samples: [Int16]) {
    guard !broken else { return }
    do throws(AudioFileError) { try writer?.append(samples) } catch { fail(error) }
  }

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
      onOutcome(
        .saved(AudioReference(name: files.audioName, sha256: digest, bytes: bytes, samples: summary.samples)))
    } catch {
      onOutcome(.lost(SessionFailure(code: "audio.unreadable", message: "\(error.description).")))
    }
  }

  /// What was written stays on disk: reconciliation finds it.
  private func fail(_ error: AudioFileError) {
    guard !broken else { return }
    broken = true
    writer = nil
    onOutcome(.lost(SessionFailure(error)))
  }
}
