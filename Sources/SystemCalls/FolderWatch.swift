internal import CSystem
internal import Glibc

/// Sees which names in some folders are made, written, renamed or removed (inotify(7)).
public struct FolderWatch: ~Copyable, Sendable {
  public struct Fact: Hashable, Sendable {
    /// What `add` gave for the folder; nil when the kernel has dropped facts, and anything may have happened.
    public var folder: CInt?
    /// Nil when it is the folder itself that was removed or moved.
    public var name: String?
  }

  /// For poll(2).
  public let descriptor: FileDescriptor

  /// A file that is still open for writing is not reported: only what its writer has closed.
  private static let mask =
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    | IN_ATTRIB

  public init() throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try retrying("inotify_init", "folder watch") { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
  }

  /// Watches one more folder, which must exist; links are followed.
  public borrowing func add(_ folder: String) throws(SystemError) -> CInt {
    try retrying("watch", folder) { [descriptor = descriptor.rawValue] in
      inotify_add_watch(descriptor, folder, UInt32(Self.mask | IN_ONLYDIR))
    }
  }

  /// Takes all facts so far, in order.
  public borrowing func take() -> [Fact] {
    var facts: [Fact] = []
    // Room for a few dozen facts at a time; more stay queued in the kernel.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? nil } ?? 0
      guard count > 0 else { return facts }
      buffer.withUnsafeBytes { facts += Self.facts(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private static func facts(_ bytes: UnsafeRawBufferPointer) -> [Fact] {
    var facts: [Fact] = []
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = min(bytes.count, offset + header + Int(event.len))
      let name = String(decoding: bytes[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
      offset = end
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        facts.append(Fact(folder: nil, name: nil))
      } else if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
        facts.append(Fact(folder: event.wd, name: nil))
      } else if event.len > 0 {
        facts.append(Fact(folder: event.wd, name: name))
      }
    }
    return facts
  }
}
