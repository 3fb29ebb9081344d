internal import CSndfile
internal import Glibc
internal import SystemCalls

/// What a finished audio file holds.
public struct AudioFileSummary: Hashable, Sendable {
  public var samples: Int
  public var duration: Duration
  /// The size of the file.
  public var bytes: Int
}

/// Writes a WAV file of `AudioFormat` that can be read at any instant, after kill -9 too: the header is put right with
/// every append, so at most the append under way is not in it.
///
/// Letting go of a writer without `finish` leaves the file as it is. `@unchecked Sendable`: it cannot be copied, so
/// that whoever holds it is alone with the handle.
public struct AudioFileWriter: ~Copyable, @unchecked Sendable {
  private let path: String
  private let file: SoundFile
  private var samples = 0

  /// Makes the file, 0600, with a header and no sound.
  ///
  /// - Throws: `exists`, `missing` (no such folder), `notPermitted`, `diskFull`, `ioError`.
  public init(path: String) throws(AudioFileError) {
    var info = SF_INFO()
    info.samplerate = CInt(AudioFormat.sampleRate)
    info.channels = 1
    info.format = CInt(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let file = SoundFile(
      try SoundFile.openDescriptor(path, O_RDWR | O_CREAT | O_EXCL), mode: CInt(SFM_WRITE), info: info)
    guard file.isOpen else { throw AudioFileError(.ioError, path: path, detail: file.explanation) }
    file.keepHeaderTrue()
    if file.firstFailure != 0 { throw AudioFileError(file.firstFailure, path: path) }
    self.path = path
    self.file = file
  }

  /// Adds samples; they are in the file, and in its header, when this returns. They are not forced to the disk.
  ///
  /// - Throws: `diskFull`, `ioError`. What the file held before can still be read.
  public mutating func append(_ samples: [Int16]) throws(AudioFileError) {
    guard !samples.isEmpty else { return }
    let written = file.write(samples)
    self.samples += max(0, written)
    try check()
    guard written == samples.count else {
      throw AudioFileError(.ioError, path: path, detail: file.explanation)
    }
  }

  /// Forces the file to the disk and gives it its final name, replacing a file of that name.
  ///
  /// - Throws: `diskFull`, `ioError`, `notPermitted`, `missing`; the file then keeps the name it was written under.
  public consuming func finish(as finalPath: String) throws(AudioFileError) -> AudioFileSummary {
    file.close()
    try check()
    let bytes = Int(file.status().st_size)
    try check()
    do throws(SystemError) {
      try file.synchronize()
      try Files.rename(path, to: finalPath)
    } catch {
      throw AudioFileError(error, path: path)
    }
    return AudioFileSummary(samples: samples, duration: AudioFormat.duration(samples: samples), bytes: bytes)
  }

  /// Closes and deletes the file.
  public consuming func discard() {
    file.close()
    unlink(path)
  }

  private borrowing func check() throws(AudioFileError) {
    if file.firstFailure != 0 { throw AudioFileError(file.firstFailure, path: path) }
  }
}
