internal import CCurl
internal import Glibc
internal import Models
internal import SystemCalls

/// Fetches one file over HTTP, going on where an earlier attempt stopped.
struct Download {
  /// "https" alone but in tests.
  var protocols = "https"
  /// How often a connection that breaks off is made anew without a byte gained.
  var attempts = 5
  /// Before the second attempt; twice that before each further one.
  var pause = Duration.seconds(1)
  /// Told the bytes on the disk, for each piece that comes.
  var onProgress: (Int) -> Void = { _ in }

  func fetch(_ file: ModelManifest.File, from address: String, into folder: String) throws(InstallError) {
    if CheckedFile.isComplete(file, in: folder) { return onProgress(file.bytes) }
    var target = try mapped { () throws(SystemError) in try CheckedFile(file, in: folder) }
    var left = attempts
    var wait = pause
    // A server that cannot go on in the middle begins anew: only what was never there before is a gain.
    var furthest = target.bytes
    while target.bytes < file.bytes {
      guard let reason = try attempt(&target, address) else { break }
      if target.bytes > furthest {
        (furthest, left, wait) = (target.bytes, attempts, pause)
      } else {
        left -= 1
        guard left > 0 else { throw .network(address: address, reason: reason) }
        Self.sleep(wait)
        wait = wait * 2
      }
    }
    try target.finish()
  }

  /// - Returns: why it broke off, where another attempt may help; nil when the server has sent all it has.
  private func attempt(_ target: inout CheckedFile, _ address: String) throws(InstallError) -> String? {
    let transfer = Transfer(address: address, protocols: protocols)
    let outcome = transfer.run(from: target.bytes) { piece in
      let isTaken = target.append(piece)
      if isTaken { onProgress(target.bytes) }
      return isTaken
    }
    if let failure = target.failure { throw .system(failure) }
    switch outcome {
    case .done: return nil
    case .refused: throw .tooLong(address: address, bytes: target.file.bytes)
    case .cannotResume:
      do throws(SystemError) { try target.restart() } catch { throw .system(error) }
      return "the server cannot go on in the middle of the file"
    case .brokeOff(let reason): return reason
    case .failed(let reason): throw .network(address: address, reason: reason)
    }
  }

  private static func sleep(_ duration: Duration) {
    guard duration > .zero else { return }
    var time = timespec(
      tv_sec: Int(duration.components.seconds),
      tv_nsec: Int(duration.components.attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }
}
