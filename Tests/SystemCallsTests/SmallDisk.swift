import Glibc
import SystemCalls
import Testing

/// A tmpfs of a given size, to meet a full or read-only disk for real. Needs the right to mount.
final class SmallDisk: Sendable {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  /// Why a test that needs one is skipped elsewhere.
  static let need: Comment = "mounting a small disk needs root"
  static let isAllowed: Bool = (try? SmallDisk(bytes: 65_536)) != nil

  init(bytes: Int) throws {
    folder = try TemporaryFolder()
    let path = folder.path
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }

  func makeReadOnly() throws {
    let path = self.path
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", UInt(MS_RDONLY | MS_REMOUNT), "") }
  }

  /// Takes all the space that is left; gives the path of the file to remove for having it back.
  func fill() throws -> String {
    let path = self.path + "/filler"
    // To the last page, then to its last byte.
    for block in [4096, 1] {
      let descriptor = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_APPEND)
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
    return path
  }
}
