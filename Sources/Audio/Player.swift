internal import Dispatch
internal import Domain
internal import Synchronization
internal import SystemCalls

/// Plays audio files through the sound server, one at a time.
public final class Player: Sendable {
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// To the end; the last sample was heard.
    case played
    case stopped
  }

  private let server: String?
  private let applicationName: String
  private let current = Mutex<PlaybackRunner?>(nil)

  /// - Parameter server: a PulseAudio server string; nil for the session's own.
  public init(applicationName: String = "hwctl", server: String? = nil) {
    self.applicationName = applicationName
    self.server = server
  }

  /// Plays a file at its own rate and returns when its last sample was heard, or after `stop()`. Waits: not for the
  /// cooperative pool.
  ///
  /// - Parameters:
  ///   - start: seconds from the beginning of the file; beyond its end nothing is heard.
  ///   - speed: 0.25...4; the pitch stays.
  ///   - onProgress: about four times a second: where in the file, and how long it is, in seconds.
  /// - Throws: `fileUnreadable`, `noServer`, `serverGone`, `refused`, `stalled`.
  @discardableResult
  public func play(
    _ path: String, from start: Double = 0, speed: Double = 1,
    onProgress: @escaping @Sendable (_ played: Double, _ total: Double) -> Void = { _, _ in }
  ) throws(AudioError) -> End {
    let file: SoundFile
    do throws(AudioFileError) { file = try AudioFileReader.open(path) } catch {
      throw AudioError(.fileUnreadable, subject: path, detail: error.message)
    }
    let runner = PlaybackRunner(
      PulseConnection(applicationName: applicationName, server: server), file,
      Playing(start: start, speed: min(max(speed, 0.25), 4)), onProgress)
    current.withLock { $0 = runner }
    defer { current.withLock { if $0 === runner { $0 = nil } } }
    return try runner.play()
  }

  /// Ends what is being played; nothing when nothing is.
  public func stop() {
    current.withLock { $0 }?.stop()
  }
}
