import Glibc
import SystemCalls

/// A file system of one page, for root alone to mount.
final class SmallDisk {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  static let isAvailable = (try? SmallDisk()) != nil

  init() throws {
    let folder = try TemporaryFolder()
    try retrying("mount", folder.path) { mount("tmpfs", folder.path, "tmpfs", 0, "size=4096") }
    self.folder = folder
  }

  func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT | MS_RDONLY)
    try retrying("remount", path) { mount("tmpfs", path, "tmpfs", flags, nil) }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }
}
