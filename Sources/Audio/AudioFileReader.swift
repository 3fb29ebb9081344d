internal import CSndfile
internal import Glibc
internal import SystemCalls

/// Reads any audio file that libsndfile knows (WAV, FLAC, OGG, Opus, MP3, AIFF, …) as 16 kHz mono.
public enum AudioFileReader {
  /// What is refused before it fills the memory.
  public struct Limits: Hashable, Sendable {
    /// 2 h, which is 230 MB of samples: longer than anyone dictates, and about what the machine can hold twice.
    public static let standard = Limits(duration: .seconds(7200), bytes: 4 << 30)

    public var duration: Duration
    /// Of the file: 2 h of 96 kHz 24-bit stereo are 4 GiB.
    public var bytes: Int

    public init(duration: Duration, bytes: Int) {
      self.duration = duration
      self.bytes = bytes
    }
  }

  /// More channels than this are a measurement, not speech; they bound what one chunk needs.
  static let mostChannels = 32
  /// Frames decoded at a time.
  static let chunkFrames = 8192

  /// - Returns: the sound, channels averaged, resampled by libsamplerate (sinc, medium quality).
  /// - Throws: `missing`, `notPermitted`, `notAudio`, `empty`, `tooLong`, `tooLarge`, `unreadable`, `ioError`.
  public static func read(
    _ path: String, limits: Limits = .standard
  ) throws(AudioFileError) -> [Int16] {
    let file = try open(path, limits: limits)
    try checkLength(file, path, limits)
    guard file.info.channels <= mostChannels else {
      throw AudioFileError(.notAudio, path: path, detail: "\(file.info.channels) channels")
    }
    guard let resampler = Resampler(from: Int(file.info.samplerate)) else {
      throw AudioFileError(.notAudio, path: path, detail: "\(file.info.samplerate) samples a second")
    }
    let samples = try decode(file, resampler, path, limits)
    guard !samples.isEmpty else { throw AudioFileError(.empty, path: path) }
    return samples
  }

  /// Refuses by its header alone what `read` would: a long file at once.
  ///
  /// - Throws: as `read`.
  public static func check(_ path: String, limits: Limits = .standard) throws(AudioFileError) {
    try checkLength(try open(path, limits: limits), path, limits)
  }

  /// How long a file is by its header, in seconds.
  ///
  /// - Throws: as `read`.
  public static func length(_ path: String) throws(AudioFileError) -> Double {
    let info = try open(path).info
    return Double(info.frames) / Double(info.samplerate)
  }

  /// Where the header does not tell, decoding does.
  private static func checkLength(
    _ file: SoundFile, _ path: String, _ limits: Limits
  ) throws(AudioFileError) {
    let most = limits.duration.components.seconds * Int64(file.info.samplerate)
    guard file.info.frames <= most || file.info.frames == .max else { throw tooLong(path, limits) }
  }

  /// Opens a regular file that has a header libsndfile knows.
  static func open(_ path: String, limits: Limits = .standard) throws(AudioFileError) -> SoundFile {
    // Non-blocking, for a pipe of that name must not hold the caller; no effect on a regular file.
    let descriptor = try SoundFile.openDescriptor(path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw AudioFileError(errno, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw AudioFileError(.notAudio, path: path, detail: "not a regular file")
    }
    guard status.st_size > 0 else { throw AudioFileError(.empty, path: path) }
    guard Int(status.st_size) <= limits.bytes else {
      throw AudioFileError(.tooLarge, path: path, detail: "the limit is \(limits.bytes >> 20) MiB")
    }
    let file = SoundFile(descriptor, mode: CInt(SFM_READ), info: SF_INFO())
    if file.firstFailure != 0 { throw AudioFileError(file.firstFailure, path: path) }
    guard file.isOpen else { throw AudioFileError(.notAudio, path: path, detail: file.explanation) }
    return file
  }

  private static func decode(
    _ file: SoundFile, _ resampler: Resampler, _ path: String, _ limits: Limits
  ) throws(AudioFileError) -> [Int16] {
    let channels = Int(file.info.channels)
    let most = Int(limits.duration.components.seconds) * AudioFormat.sampleRate
    let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: chunkFrames * channels)
    defer { frames.deallocate() }
    var samples: [Int16] = []
    while true {
      let count = file.readFrames(into: frames)
      if file.firstFailure != 0 { throw AudioFileError(file.firstFailure, path: path) }
      guard count > 0 else { break }
      resampler.append(mix(frames, count, channels), atEnd: false, to: &samples)
      guard samples.count <= most else { throw tooLong(path, limits) }
    }
    if file.hasFailed { throw AudioFileError(.unreadable, path: path, detail: file.explanation) }
    resampler.append([], atEnd: true, to: &samples)
    guard samples.count <= most else { throw tooLong(path, limits) }
    return samples
  }

  private static func mix(
    _ frames: UnsafeMutableBufferPointer<Float>, _ count: Int, _ channels: Int
  ) -> [Float] {
    if channels == 1 { return Array(frames[..<count]) }
    return (0..<count).map { frame in
      var sum: Float = 0
      for channel in 0..<channels { sum += frames[frame * channels + channel] }
      return sum / Float(channels)
    }
  }

  private static func tooLong(_ path: String, _ limits: Limits) -> AudioFileError {
    AudioFileError(.tooLong, path: path, detail: "the limit is \(limits.duration)")
  }
}
