import Glibc
import SystemCalls

/// A tmpfs of a given size on a folder, to meet a full or read-only disk for real. Needs the right to mount.
public final class SmallDisk: Sendable {
  public let path: String
  /// Removed after the disk, if it was made for it.
  private let folder: TemporaryFolder?

  /// Why a test that needs one is skipped elsewhere.
  public static let need = "mounting a small disk needs root"
  public static let isAllowed = (try? SmallDisk(bytes: 65_536)) != nil

  /// On a temporary folder of its own.
  public convenience init(bytes: Int) throws {
    let folder = try TemporaryFolder()
    try self.init(folder.path, bytes, folder)
  }

  /// On a folder that is made where it is missing.
  public convenience init(at path: String, bytes: Int) throws {
    try Files.makeFolder(path)
    try self.init(path, bytes, nil)
  }

  private init(_ path: String, _ bytes: Int, _ folder: TemporaryFolder?) throws {
    self.path = path
    self.folder = folder
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", 0, "size=\(bytes),mode=700") }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }

  public func makeReadOnly() throws {
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", UInt(MS_RDONLY | MS_REMOUNT), "") }
  }

  /// Takes all the space that is left, to the last byte; gives the path of the file to remove for having it back.
  @discardableResult
  public func fill() throws -> String {
    // To the last page, then to its last byte.
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
    return filler
  }

  /// Gives back what `fill` took, and a size of 4 MB.
  public func makeRoom() throws {
    unlink(filler)
    try retrying("mount", path) { mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=4m") }
  }

  private var filler: String { path + "/filler" }
}
