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

/// A file under its final name, locked until this value goes: until whoever wrote it has entered it in the history.
///
/// `@unchecked Sendable`: it cannot be copied, and the handle in it is only closed.
public struct FinishedAudioFile: ~Copyable, @unchecked Sendable {
  public let summary: AudioFileSummary
  let file: SoundFile
  /// The file under the final name, where that is a copy of one that was removed.
  var copy: FileDescriptor?
}

/// Writes a WAV file of `AudioFormat` that can be read at any instant, after kill -9 too: the header is put right with
/// every append, so at most the append under way is not in it.
///
/// The file is locked (flock(2)) for as long as its writer, and after `finish` its `FinishedAudioFile`, lives: whoever puts
/// a history in order after a crash can tell a file that is being written from one that was left behind.
///
/// Letting go of a writer without `finish` leaves the file as it is. `@unchecked Sendable`: it cannot be copied, so
/// that whoever holds it is alone with the handle.
public struct AudioFileWriter: ~Copyable, @unchecked Sendable {
  private let path: String
  private let file: SoundFile
  private var samples = 0

  /// Makes the file, 0600, with a header and no sound.
  ///
  /// - Throws: `exists`, `noFolder`, `notPermitted`, `diskFull`, `ioError`.
  public init(path: String) throws(AudioFileError) {
    var info = SF_INFO()
    info.samplerate = CInt(AudioFormat.sampleRate)
    info.channels = 1
    info.format = CInt(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let file = SoundFile(try Self.createLocked(path), mode: CInt(SFM_WRITE), info: info)
    guard file.isOpen else { throw AudioFileError(.ioError, path: path, detail: file.explanation) }
    file.keepHeaderTrue()
    if file.firstFailure != 0 { throw AudioFileError(file.firstFailure, path: path) }
    self.path = path
    self.file = file
  }

  /// Makes the file and locks it before anyone else can take it for one that was left behind.
  private static func createLocked(_ path: String) throws(AudioFileError) -> FileDescriptor {
    for _ in 0..<creationLimit {
      let descriptor = try create(path)
      let rawValue = descriptor.rawValue
      // Waits for a reconciliation that found the new, empty file first. A file system without locks is no reason not
      // to record.
      _ = try? retrying("lock", path) { flock(rawValue, LOCK_EX) }
      // That reconciliation may have removed it as empty: what is written to it now would have no name.
      var status = stat()
      if fstat(rawValue, &status) != 0 || status.st_nlink > 0 { return descriptor }
    }
    throw AudioFileError(.ioError, path: path, detail: "it was removed again and again while it was made")
  }

  private static func create(_ path: String) throws(AudioFileError) -> FileDescriptor {
    do throws(AudioFileError) {
      return try SoundFile.openDescriptor(path, O_RDWR | O_CREAT | O_EXCL)
    } catch {
      guard error.code == .missing else { throw error }
      throw AudioFileError(.noFolder, path: path, systemCode: error.systemCode, detail: error.detail)
    }
  }

  /// A second program that puts the same history in order at this instant is rare; two in a row are not met.
  private static let creationLimit = 3

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

  /// Forces the file to the disk and gives it its final name, replacing a file of that name. A file that was removed
  /// meanwhile, with its folder or alone, is written once more from what is still open.
  ///
  /// - Throws: `diskFull`, `ioError`, `notPermitted`; the file then keeps the name it was written under. `removed`.
  public consuming func finish(as finalPath: String) throws(AudioFileError) -> FinishedAudioFile {
    file.close()
    try check()
    let bytes = Int(file.status().st_size)
    try check()
    let summary = AudioFileSummary(
      samples: samples, duration: AudioFormat.duration(samples: samples), bytes: bytes)
    do throws(SystemError) {
      try file.synchronize()
      try Files.rename(path, to: finalPath)
    } catch {
      guard error.code == ENOENT || error.code == ENOTDIR else { throw AudioFileError(error, path: path) }
      return FinishedAudioFile(summary: summary, file: file, copy: try restore(as: finalPath))
    }
    return FinishedAudioFile(summary: summary, file: file)
  }

  private borrowing func restore(as finalPath: String) throws(AudioFileError) -> FileDescriptor {
    do {
      try Files.makeFolder(Files.parent(of: finalPath))
      let copy = try Self.createLocked(path)
      try file.copy(into: copy)
      try copy.synchronize()
      try Files.rename(path, to: finalPath)
      return copy
    } catch let error as SystemError {
      throw AudioFileError(.removed, path: path, systemCode: error.code, detail: error.explanation)
    } catch let error as AudioFileError {
      throw AudioFileError(.removed, path: path, systemCode: error.systemCode, detail: error.detail)
    } catch {
      preconditionFailure("the calls above throw these two types")
    }
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
