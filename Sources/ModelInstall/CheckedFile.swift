internal import Digests
internal import Glibc
internal import Models
internal import SystemCalls

/// A file of a package that grows in the staging folder under another name, and gets its own once its bytes are checked.
struct CheckedFile: ~Copyable {
  let file: ModelManifest.File
  private let folder: String
  private let descriptor: FileDescriptor
  private(set) var bytes: Int
  private(set) var failure: SystemError?

  /// With what an earlier command has written.
  init(_ file: ModelManifest.File, in folder: String) throws(SystemError) {
    // Not through a link that somebody put there.
    let opened = try FileDescriptor.open(Self.partial(file, folder), O_RDWR | O_CREAT | O_NOFOLLOW)
    var end = try retrying("seek", file.name) { [raw = opened.rawValue] in lseek(raw, 0, SEEK_END) }
    if end > file.bytes {
      try Self.empty(opened, file)
      end = 0
    }
    self.file = file
    self.folder = folder
    descriptor = opened
    bytes = Int(end)
  }

  /// Without what an earlier command has written.
  init(anew file: ModelManifest.File, in folder: String) throws(SystemError) {
    unlink(Self.partial(file, folder))
    try self.init(file, in: folder)
  }

  /// True when it is there and right.
  static func isComplete(_ file: ModelManifest.File, in folder: String) -> Bool {
    (try? SHA256.digest(ofFile: "\(folder)/\(file.name)").digest) == file.sha256
  }

  mutating func restart() throws(SystemError) {
    try Self.empty(descriptor, file)
    bytes = 0
  }

  private static func empty(_ descriptor: borrowing FileDescriptor, _ file: ModelManifest.File)
    throws(SystemError)
  {
    try retrying("truncate", file.name) { [raw = descriptor.rawValue] in ftruncate(raw, 0) }
    try retrying("seek", file.name) { [raw = descriptor.rawValue] in lseek(raw, 0, SEEK_SET) }
  }

  /// - Returns: false when that is more than was declared, or cannot be written (`failure`).
  mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard bytes + piece.count <= file.bytes else { return false }
    do throws(SystemError) {
      try descriptor.writeAll(piece)
      bytes += piece.count
      return true
    } catch {
      failure = SystemError(call: "write", subject: "\(folder)/\(file.name)", code: error.code)
      return false
    }
  }

  /// Checks size and digest, and gives the file its name. A file that is not the declared one is removed.
  consuming func finish() throws(InstallError) {
    let partial = Self.partial(file, folder)
    let actual: String
    do throws(SystemError) {
      try descriptor.synchronize()
      actual = try SHA256.digest(ofFile: partial).digest
    } catch { throw .system(error) }
    guard bytes == file.bytes, actual == file.sha256 else {
      unlink(partial)
      throw .wrongDigest(file: file.name, expected: file.sha256, actual: actual)
    }
    guard rename(partial, "\(folder)/\(file.name)") == 0 else {
      throw .system(SystemError(call: "rename", subject: partial))
    }
  }

  private static func partial(_ file: ModelManifest.File, _ folder: String) -> String {
    "\(folder)/\(file.name).partial"
  }
}
