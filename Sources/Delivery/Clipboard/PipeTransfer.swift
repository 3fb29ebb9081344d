internal import CSystem
internal import Glibc
internal import SystemCalls

/// Bytes on their way into a pipe whose reader may be slow.
final class PipeTransfer {
  private let pipe: FileDescriptor
  private let bytes: [UInt8]
  /// Which read it is.
  let read: Int
  private var position = 0

  /// Takes the descriptor over.
  init(_ pipe: CInt, _ bytes: [UInt8], read: Int) {
    self.pipe = FileDescriptor(owning: pipe)
    self.bytes = bytes
    self.read = read
    _ = hwctl_set_nonblocking(pipe)
  }

  var descriptor: CInt { pipe.rawValue }

  /// Writes as much as the pipe takes now.
  ///
  /// - Returns: whether nothing is left to do: all is written, or the reader has gone.
  func writeOn() -> Bool {
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { write(pipe.rawValue, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return errno != EAGAIN }
      position += count
    }
    return true
  }
}
