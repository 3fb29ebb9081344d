internal import CSndfile
internal import Glibc
internal import SystemCalls

/// A libsndfile handle over a descriptor of our own.
///
/// libsndfile's own writing tells a full disk by a short count only and then overwrites errno with its next seek; its
/// virtual input and output lets the first errno be kept.
///
/// Not Sendable: one owner at a time, on one thread at a time.
final class SoundFile {
  private let descriptor: FileDescriptor
  private var handle: OpaquePointer?
  private(set) var info = SF_INFO()
  /// The errno of the first call that failed; 0 while none has.
  private(set) var firstFailure: CInt = 0

  /// - Parameter mode: SFM_READ or SFM_WRITE.
  ///   When libsndfile does not take the file, `isOpen` is false and `explanation` says why.
  init(_ descriptor: consuming FileDescriptor, mode: CInt, info: SF_INFO) {
    self.descriptor = descriptor
    self.info = info
    var access = SF_VIRTUAL_IO(
      get_filelen: Self.length, seek: Self.seek, read: Self.read, write: Self.write, tell: Self.tell)
    handle = sf_open_virtual(&access, mode, &self.info, Unmanaged.passUnretained(self).toOpaque())
  }

  /// A descriptor for `init`; a file made is 0600.
  static func openDescriptor(_ path: String, _ flags: CInt) throws(AudioFileError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor.open(path, flags, mode: 0o600)
    } catch {
      throw AudioFileError(error, path: path)
    }
  }

  deinit { close() }

  var isOpen: Bool { handle != nil }

  /// What libsndfile says of the last failure on this file, or of the last failed opening.
  var explanation: String { sf_strerror(handle).map { String(cString: $0) } ?? "unknown format" }

  var hasFailed: Bool { sf_error(handle) != 0 }

  /// Writes the header now and after every write, so that the file on disk is whole at any instant.
  func keepHeaderTrue() {
    sf_command(handle, CInt(SFC_SET_UPDATE_HEADER_AUTO), nil, CInt(SF_TRUE))
    sf_command(handle, CInt(SFC_UPDATE_HEADER_NOW), nil, 0)
  }

  /// - Returns: how many were written; fewer than given is a failure.
  func write(_ samples: [Int16]) -> Int {
    samples.withUnsafeBufferPointer { Int(sf_write_short(handle, $0.baseAddress, sf_count_t($0.count))) }
  }

  /// Interleaved frames, full scale at -1...1.
  func readFrames(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let channels = Int(info.channels)
    return Int(sf_readf_float(handle, buffer.baseAddress, sf_count_t(buffer.count / channels)))
  }

  /// Reads on from so many seconds after the beginning; from the end where the file is shorter.
  func seek(to seconds: Double) {
    guard seconds > 0 else { return }
    let frame = min(Double(info.frames), seconds * Double(info.samplerate))
    sf_seek(handle, sf_count_t(frame), SEEK_SET)
  }

  /// Interleaved frames of 16 bits, as many as wanted or fewer at the end.
  func readFrames(_ count: Int) -> [Int16] {
    let channels = Int(info.channels)
    return [Int16](unsafeUninitializedCapacity: count * channels) { buffer, filled in
      filled = max(0, Int(sf_readf_short(handle, buffer.baseAddress, sf_count_t(count)))) * channels
    }
  }

  /// Writes what libsndfile still holds. The descriptor stays open.
  func close() {
    guard let handle else { return }
    sf_close(handle)
    self.handle = nil
  }

  func synchronize() throws(SystemError) { try descriptor.synchronize() }

  /// All bytes of the file, from its beginning.
  func copy(into target: borrowing FileDescriptor) throws(SystemError) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var position = off_t(0)
    while true {
      let count = try retrying("read", "the removed file") { [descriptor = descriptor.rawValue] in
        block.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, position) }
      }
      guard count > 0 else { return }
      try target.writeAll(Array(block[..<count]))
      position += off_t(count)
    }
  }

  func status() -> stat {
    var status = stat()
    if fstat(descriptor.rawValue, &status) != 0 { note(errno) }
    return status
  }

  private func note(_ code: CInt) { if firstFailure == 0 { firstFailure = code } }

  private func attempt(_ body: (CInt) -> Int) -> Int {
    while true {
      let result = body(descriptor.rawValue)
      if result >= 0 { return result }
      if errno == EINTR { continue }
      note(errno)
      return -1
    }
  }

  private static func file(_ userData: UnsafeMutableRawPointer?) -> SoundFile? {
    userData.map { Unmanaged<SoundFile>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let length: sf_vio_get_filelen = { userData in
    file(userData).map { sf_count_t($0.status().st_size) } ?? -1
  }
  private static let seek: sf_vio_seek = { offset, origin, userData in
    file(userData).map { sf_count_t($0.attempt { Int(lseek($0, off_t(offset), origin)) }) } ?? -1
  }
  private static let tell: sf_vio_tell = { userData in
    file(userData).map { sf_count_t($0.attempt { Int(lseek($0, 0, SEEK_CUR)) }) } ?? -1
  }
  private static let read: sf_vio_read = { place, count, userData in
    guard let file = file(userData), let place else { return 0 }
    var done = 0
    while done < Int(count) {
      let got = file.attempt { Glibc.read($0, place + done, Int(count) - done) }
      if got <= 0 { break }
      done += got
    }
    return sf_count_t(done)
  }
  private static let write: sf_vio_write = { place, count, userData in
    guard let file = file(userData), let place else { return 0 }
    var done = 0
    while done < Int(count) {
      let put = file.attempt { Glibc.write($0, place + done, Int(count) - done) }
      if put <= 0 { break }
      done += put
    }
    return sf_count_t(done)
  }
}

extension AudioFileError {
  /// The code that an errno stands for.
  init(_ systemCode: CInt, path: String) {
    let code: Code =
      switch systemCode {
      case ENOENT, ENOTDIR: .missing
      case EACCES, EPERM, EROFS: .notPermitted
      case EEXIST: .exists
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .tooLarge
      default: .ioError
      }
    self.init(code, path: path, systemCode: systemCode, detail: String(cString: strerror(systemCode)))
  }

  init(_ error: SystemError, path: String) { self.init(error.code, path: path) }
}
