internal import CSystem
internal import Glibc

/// Sees who opens and closes one device node, without any right on the node (inotify(7) on its folder).
public struct NodeWatch: ~Copyable, Sendable {
  public enum Fact: Hashable, Sendable {
    case nodeOpened
    case nodeClosed
    /// Notifications were dropped by the kernel: the count of readers is no longer known.
    case factsLost
  }

  public let descriptor: FileDescriptor

  public static let folder = "/dev/input"

  /// Must be made before the device, or the first openings are missed.
  public init() throws(SystemError) {
    let descriptor = FileDescriptor(
      owning: try retrying("inotify_init", Self.folder) { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
    try retrying("watch", Self.folder) {
      inotify_add_watch(descriptor.rawValue, Self.folder, UInt32(IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE))
    }
    self.descriptor = descriptor
  }

  /// Takes all notifications so far, in order.
  public borrowing func take(nodeName: String) -> [Fact] {
    var facts: [Fact] = []
    // Room for a few dozen notifications at a time; more stay queued in the kernel.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? nil } ?? 0
      guard count > 0 else { return facts }
      buffer.withUnsafeBytes { facts += Self.facts(UnsafeRawBufferPointer(rebasing: $0[..<count]), nodeName) }
    }
  }

  private static func facts(_ bytes: UnsafeRawBufferPointer, _ nodeName: String) -> [Fact] {
    var facts: [Fact] = []
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = min(bytes.count, offset + header + Int(event.len))
      let name = String(decoding: bytes[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
      offset = end
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { facts.append(.factsLost) }
      guard name == nodeName else { continue }
      if event.mask & UInt32(IN_OPEN) != 0 { facts.append(.nodeOpened) }
      if event.mask & UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) != 0 { facts.append(.nodeClosed) }
    }
    return facts
  }
}
