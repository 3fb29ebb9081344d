internal import Digests
internal import Glibc
internal import SystemCalls

/// Copies a file and digests what was copied, so that it cannot change between the two.
enum FileCopy {
  struct Outcome {
    var bytes: Int
    var sha256: String
  }

  /// The copy is made anew, 0600, and on the disk when this returns.
  ///
  /// - Parameters:
  ///   - source: a regular file; a link is not followed.
  ///   - limit: the most bytes that are read.
  /// - Throws: ELOOP for a link, EINVAL for no regular file, EFBIG for a longer one.
  static func run(from source: String, to target: String, limit: Int) throws(SystemError) -> Outcome {
    let input = try FileDescriptor.open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var status = stat()
    try retrying("fstat", source) { fstat(input.rawValue, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(call: "read", subject: source, code: EINVAL, reason: "not a regular file")
    }
    let output = try FileDescriptor.open(target, O_WRONLY | O_CREAT | O_EXCL)
    var hash = SHA256()
    var total = 0
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { block.deallocate() }
    while let count = try input.read(into: block), count > 0 {
      total += count
      guard total <= limit else { throw SystemError(call: "read", subject: source, code: EFBIG) }
      let part = UnsafeRawBufferPointer(rebasing: block[..<count])
      hash.update(part)
      try output.writeAll(part)
    }
    try output.synchronize()
    return Outcome(bytes: total, sha256: hash.finish())
  }
}
