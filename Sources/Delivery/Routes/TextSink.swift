internal import Glibc
internal import SystemCalls

/// Plain places for text: standard output and files. Each text is followed by one line end.
enum TextSink {
  /// Writes to standard output. The process must ignore SIGPIPE, or a reader that has gone ends it.
  static func writeToStandardOutput(_ text: String) throws(DeliveryError) {
    try write(text, to: STDOUT_FILENO)
  }

  /// Writes to a descriptor that stays its owner's.
  static func write(_ text: String, to descriptor: CInt) throws(DeliveryError) {
    let subject = descriptor == STDOUT_FILENO ? "standard output" : "descriptor \(descriptor)"
    var rest = Array(text.utf8)[...] + [0x0a]
    do {
      while !rest.isEmpty {
        let count = try retrying("write", subject) {
          rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
      }
    } catch {
      throw failure(error, subject)
    }
  }

  /// Appends to a regular file, which is made 0600 if it is missing, and waits until the text is on the disk.
  ///
  /// On failure the file is as long as before.
  static func append(_ text: String, to path: String) throws(DeliveryError) {
    do throws(SystemError) {
      // O_NONBLOCK: opening a pipe without a reader must not wait.
      let file = try FileDescriptor.open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK)
      var status = stat()
      try retrying("fstat", path) { fstat(file.rawValue, &status) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(call: "write", subject: path, code: EISDIR)
      }
      do throws(SystemError) {
        try file.writeAll(Array(text.utf8) + [0x0a])
        try file.synchronize()
      } catch {
        // Half a text would look like a whole one.
        ftruncate(file.rawValue, status.st_size)
        throw error
      }
    } catch {
      throw failure(error, path)
    }
  }

  private static func failure(_ error: SystemError, _ subject: String) -> DeliveryError {
    let code: DeliveryError.Code =
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG: .sinkFull
      case EACCES, EPERM, EROFS: .sinkNotWritable
      case ENOENT, ENOTDIR: .sinkMissingFolder
      case EISDIR, ENXIO: .sinkNotFile
      case EPIPE: .sinkClosed
      default: .sinkFailed
      }
    return DeliveryError(code, subject: subject, cause: error)
  }
}
