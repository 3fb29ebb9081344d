internal import CEvdev
internal import CSystem
internal import Glibc
internal import SystemCalls

/// The lights that the desktop sets on a virtual copy, read from the copy's own node.
///
/// Its maker's descriptor gives them too, but between the scan codes that were written, which the kernel gives back: to
/// take these out costs every key one more system call.
struct CopyLights: ~Copyable {
  /// Lights are changed by people; more at a time is a flood, whose rest comes with the next wait.
  private static let bufferEvents = 16

  let descriptor: FileDescriptor
  private let buffer: UnsafeMutableBufferPointer<input_event>

  /// - Throws: EACCES where the user may not read the node; the maker's descriptor remains then.
  init(node: String) throws(SystemError) {
    let descriptor = try FileDescriptor.open("/dev/input/\(node)", O_RDONLY | O_NONBLOCK)
    let masked = EventMask.types([EV_LED], descriptor.rawValue)
    guard masked == 0 else { throw SystemError(call: "set the mask of", subject: node, code: masked) }
    self.descriptor = descriptor
    buffer = .allocate(capacity: Self.bufferEvents)
  }

  deinit { buffer.deallocate() }

  /// Whole frames of lights; empty when there are none.
  borrowing func take() -> UnsafeMutableBufferPointer<input_event> {
    let bytes = read(descriptor.rawValue, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
    return UnsafeMutableBufferPointer(rebasing: buffer[..<(max(bytes, 0) / MemoryLayout<input_event>.stride)])
  }
}
