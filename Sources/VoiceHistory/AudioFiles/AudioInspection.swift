internal import Digests
internal import Glibc
internal import SystemCalls

/// Looks at, mends and describes the audio files of sessions.
enum AudioInspection {
  struct Contents {
    var audio: SessionEvidence.Audio
    /// Nil unless `audio` is `samples` or a whole empty header.
    var header: WaveHeader?
    var fileBytes: Int
  }

  static func contents(of path: String) throws(SystemError) -> Contents {
    let descriptor = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW)
    var status = stat()
    try retrying("fstat", path) { fstat(descriptor.rawValue, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return Contents(audio: .unreadable, header: nil, fileBytes: 0)
    }
    let bytes = Int(status.st_size)
    let prefix = try readPrefix(descriptor)
    guard let header = WaveHeader(prefix: prefix) else {
      // The writer was killed before its header was whole: nothing was recorded yet.
      let isBeginning = bytes < WaveHeader.smallestBytes && prefix.starts(with: "RIFF".utf8.prefix(bytes))
      return Contents(audio: isBeginning ? .empty : .unreadable, header: nil, fileBytes: bytes)
    }
    let hasSamples = header.salvageableSamples(fileBytes: bytes) > 0
    return Contents(audio: hasSamples ? .samples : .empty, header: header, fileBytes: bytes)
  }

  /// Makes the header claim the samples that are there, and flushes the file.
  static func mendHeader(_ path: String) throws(SystemError) {
    let found = try contents(of: path)
    guard let header = found.header else {
      throw SystemError(call: "read the header of", subject: path, code: EINVAL)
    }
    let descriptor = try FileDescriptor.open(path, O_RDWR | O_NOFOLLOW)
    let dataBytes = header.salvageableSamples(fileBytes: found.fileBytes) * 2
    if dataBytes != header.declaredDataBytes {
      let riffBytes = header.dataOffset + dataBytes - 8
      for (value, offset) in [(riffBytes, 4), (dataBytes, header.dataOffset - 4)] {
        var bytes = UInt32(clamping: value).littleEndian
        try retrying("write", path) { pwrite(descriptor.rawValue, &bytes, 4, off_t(offset)) }
      }
    }
    try descriptor.synchronize()
  }

  /// Size, samples and digest of a finished file.
  ///
  /// - Throws: EINVAL for a file that is not of our making.
  static func reference(_ path: String, name: String) throws(SystemError) -> AudioReference {
    guard let header = try contents(of: path).header else {
      throw SystemError(call: "read the header of", subject: path, code: EINVAL)
    }
    let (digest, bytes) = try SHA256.digest(ofFile: path)
    return AudioReference(
      name: name, sha256: digest, bytes: bytes, samples: header.samples(fileBytes: bytes))
  }

  private static func readPrefix(_ descriptor: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
    var prefix = [UInt8](repeating: 0, count: WaveHeader.prefixBytes)
    var failure: SystemError?
    let count = prefix.withUnsafeMutableBytes { buffer -> Int in
      do throws(SystemError) { return try descriptor.read(into: buffer) ?? 0 } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(prefix[..<count])
  }
}
