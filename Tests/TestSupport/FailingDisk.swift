import Glibc
import SystemCalls

/// A real file system on a loop device that stops taking writes when told to: they reach the page cache, and the disk
/// answers EIO. Needs root and loop devices.
public final class FailingDisk: Sendable {
  public let path: String
  private let folder: TemporaryFolder
  private let device: String

  /// Why a test that needs one is skipped elsewhere.
  public static let need = "a failing disk needs root and loop devices"
  public static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? FailingDisk(at: folder.file("disk"))) != nil
  }()

  private static let sizeMegabytes = 16
  /// What lies above fails later; all that comes after the filler lies above.
  private static let soundMegabytes = 4

  public struct NotMade: Error {}

  public init(at path: String) throws {
    folder = try TemporaryFolder()
    self.path = path
    try Files.makeFolder(path)
    let image = folder.file("image")
    let name = folder.file("device")
    guard
      Self.shell(
        "truncate -s \(Self.sizeMegabytes)M \(image) && losetup -f --show \(image) >\(name) && mkfs.ext2 -q -m 0 $(cat \(name)) "
          + "&& mount $(cat \(name)) \(path) && rm -rf \(path)/lost+found "
          + "&& head -c \(Self.soundMegabytes)M /dev/zero >\(path)/filler && sync -f \(path)"
      ), let bytes = try? Files.read(name, limit: 64)
    else {
      Self.shell("umount \(path); losetup -d $(cat \(name))")
      throw NotMade()
    }
    device = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
  }

  deinit { Self.shell("umount -l \(path); losetup -d \(device)") }

  /// From now on the device ends where the filler does.
  public func fail() throws {
    guard Self.shell("truncate -s \(Self.soundMegabytes)M \(folder.file("image")) && losetup -c \(device)")
    else {
      throw NotMade()
    }
  }

  @discardableResult
  private static func shell(_ command: String) -> Bool { system("(\(command)) >/dev/null 2>&1") == 0 }
}
