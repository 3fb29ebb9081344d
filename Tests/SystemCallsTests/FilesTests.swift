import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct FilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a replaced file has the new bytes and mode 0600, and no temporary sibling stays`() throws {
    let path = try folder.write("settings", "old")
    chmod(path, 0o666)
    try Files.replace(path, with: Array("new".utf8))
    #expect(try Files.read(path, limit: 3) == Array("new".utf8))
    #expect(TemporaryFolder.mode(path) == 0o600)
    #expect(try folder.names() == ["settings"])
  }

  @Test func `a reader sees the whole old or the whole new file while it is replaced`() async throws {
    let path = try folder.write("settings", String(repeating: "a", count: 50_000))
    async let writer: Void = {
      for round in 0..<100 {
        try Files.replace(path, with: [UInt8](repeating: round % 2 == 0 ? 98 : 97, count: 50_000))
      }
    }()
    for _ in 0..<300 {
      let bytes = try Files.read(path, limit: 50_000)
      #expect(bytes.count == 50_000 && Set(bytes).count == 1)
    }
    try await writer
  }

  @Test(arguments: [(9, CInt?.some(EFBIG)), (10, nil)])
  func `a file above the limit is refused, one at the limit is read`(limit: Int, code: CInt?) throws {
    let path = try folder.write("ten", "0123456789")
    do throws(SystemError) {
      #expect(try Files.read(path, limit: limit).count == 10)
      #expect(code == nil)
    } catch { #expect(error.code == code) }
  }

  @Test func `a folder is not read as a file`() {
    #expect(
      throws: SystemError(call: "read", subject: folder.path, code: EINVAL, reason: "not a regular file")
    ) {
      try Files.read(folder.path, limit: 10)
    }
  }

  @Test func `missing parents are made 0700 and an existing folder keeps its mode`() throws {
    chmod(folder.path, 0o755)
    try Files.makeFolder(folder.file("a/b"))
    #expect(TemporaryFolder.mode(folder.file("a")) == 0o700)
    #expect(TemporaryFolder.mode(folder.file("a/b")) == 0o700)
    #expect(TemporaryFolder.mode(folder.path) == 0o755)
  }

  @Test func `a folder cannot be made under a file`() throws {
    let path = try folder.write("file", "")
    do throws(SystemError) {
      try Files.makeFolder(path + "/below")
      Issue.record("a folder under a file was made")
    } catch {
      #expect(error.description == "cannot make folder \(path): File exists")
    }
  }

  @Test func `names are sorted and leave out the dots`() throws {
    for name in ["b", ".hidden", "a"] { _ = try folder.write(name, "") }
    #expect(try folder.names() == [".hidden", "a", "b"])
  }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b")])
  func `the parent of a path is its folder`(path: String, parent: String) {
    #expect(Files.parent(of: path) == parent)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `on a full disk the old file stands and the temporary one is gone`() throws {
    let disk = try SmallDisk(bytes: 65_536)
    let path = disk.path + "/settings"
    try Files.replace(path, with: Array("old".utf8))
    _ = try disk.fill()
    do throws(SystemError) {
      try Files.replace(path, with: [UInt8](repeating: 0, count: 10_000))
      Issue.record("a full disk took the file")
    } catch { #expect(error.code == ENOSPC) }
    #expect(try Files.read(path, limit: 10) == Array("old".utf8))
    #expect(try Files.names(in: disk.path) == ["filler", "settings"])
  }
}
