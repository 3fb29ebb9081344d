import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Delivery

@Suite struct TextSinkTests {
  private func contents(_ path: String) throws -> String {
    String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
  }

  private func code(_ body: () throws -> Void) -> DeliveryError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DeliveryError)?.code
    }
  }

  @Test func `texts are appended, one line end after each, in a private file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    let mask = umask(0o022)
    defer { umask(mask) }
    try TextSink.append("first, ä €", to: path)
    try TextSink.append("two\nlines", to: path)
    #expect(try contents(path) == "first, ä €\ntwo\nlines\n")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `an existing file keeps its mode`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    try TextSink.append("one", to: path)
    #expect(chmod(path, 0o640) == 0)
    try TextSink.append("two", to: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test func `a missing folder, a folder, a pipe and a device are told apart`() throws {
    let folder = try TemporaryFolder()
    #expect(code { try TextSink.append("x", to: folder.path + "/none/text") } == .sinkMissingFolder)
    #expect(code { try TextSink.append("x", to: folder.path) } == .sinkNotFile)
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(code { try TextSink.append("x", to: folder.path + "/pipe") } == .sinkNotFile)
    #expect(code { try TextSink.append("x", to: "/dev/null") } == .sinkNotFile)
  }

  @Test(.enabled(if: geteuid() != 0))
  func `a file without write permission is named so`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    try TextSink.append("one", to: path)
    #expect(chmod(path, 0o400) == 0)
    #expect(code { try TextSink.append("x", to: path) } == .sinkNotWritable)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `a disk that is read-only is named so`() throws {
    let disk = try SmallDisk(bytes: 4096)
    try disk.makeReadOnly()
    #expect(code { try TextSink.append("x", to: disk.path + "/text") } == .sinkNotWritable)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `a full disk leaves the file as it was`() throws {
    let disk = try SmallDisk(bytes: 4096)
    let path = disk.path + "/text"
    try TextSink.append("kept", to: path)
    #expect(code { try TextSink.append(String(repeating: "x", count: 9000), to: path) } == .sinkFull)
    #expect(try contents(path) == "kept\n")
    try TextSink.append("next", to: path)
    #expect(try contents(path) == "kept\nnext\n")
  }

  @Test func `a descriptor gets the text and a line end, and a full one is an error`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor.open(folder.path + "/out", O_RDWR | O_CREAT)
    try TextSink.write("words", to: file.rawValue)
    #expect(try contents(folder.path + "/out") == "words\n")
    let full = try FileDescriptor.open("/dev/full", O_WRONLY)
    #expect(code { try TextSink.write("words", to: full.rawValue) } == .sinkFull)
  }

  @Test func `a reader that has gone is an error`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(code { try TextSink.write("words", to: ends[1]) } == .sinkClosed)
  }
}
