import Glibc
import SystemCalls
import Testing

/// A tmpfs of a given size on a folder, to meet a full or read-only disk for real. Needs the right to mount.
final class SmallDisk: Sendable {
  let path: String

  /// Why a test that needs one is skipped elsewhere.
  static let need: Comment = "mounting a small disk needs root"
  static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(at: folder.path + "/disk", bytes: 65_536)) != nil
  }()

  init(at path: String, bytes: Int) throws {
    self.path = path
    try Files.makeFolder(path)
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", 0, "size=\(bytes),mode=700") }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }

  func makeReadOnly() throws {
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", UInt(MS_RDONLY | MS_REMOUNT), "") }
  }

  /// Takes all the space that is left, to the last byte.
  func fill() throws {
    for block in [4096, 1] {
      let descriptor = try FileDescriptor.open(filler, O_WRONLY | O_CREAT | O_APPEND)
      var isFull = false
      while !isFull {
        do throws(SystemError) {
          try descriptor.writeAll([UInt8](repeating: 0, count: block))
        } catch {
          guard error.code == ENOSPC else { throw error }
          isFull = true
        }
      }
    }
  }

  /// Gives back what `fill` took, and four times the size.
  func makeRoom() throws {
    unlink(filler)
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=4m") }
  }

  private var filler: String { path + "/filler" }
}
