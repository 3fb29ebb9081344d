import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct LeftExportTests {
  /// A process that has ended and been waited for: its number is free.
  private func goneProcess() throws -> pid_t {
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawn(&process, "/bin/true", nil, nil, &arguments, environ) == 0)
    var status: CInt = 0
    waitpid(process, &status, 0)
    return process
  }

  @Test func `what a killed export left is removed, and nothing else`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out")
    let gone = try goneProcess()
    let left = "\(path).partial-\(gone)"
    try Files.makeFolder(left + "/audio")
    for file in ["/manifest.json", "/audio/x.wav"] { try Files.replace(left + file, with: [1]) }
    try Files.replace(folder.file("file.partial-\(gone)"), with: [1])
    let others = [
      "out.partial-\(getpid())", "out.partial-x", "out.partial-1", "outer.partial-\(gone)", "out",
    ]
    for name in others { try Files.replace(folder.file(name), with: [1]) }
    LeftExports.remove(of: path)
    #expect(try folder.names() == (others + ["file.partial-\(gone)"]).sorted())
    LeftExports.remove(of: folder.file("file"))
    #expect(try folder.names() == others.sorted())
  }

  @Test func `a link in the place of a left folder is removed itself, not what it leads to`() throws {
    let folder = try TemporaryFolder()
    try Files.makeFolder(folder.file("mine"))
    try Files.replace(folder.file("mine") + "/text", with: [1])
    symlink(folder.file("mine"), folder.file("out.partial-\(try goneProcess())"))
    LeftExports.remove(of: folder.file("out"))
    #expect(try folder.names() == ["mine"])
    #expect(Files.exists(folder.file("mine") + "/text"))
  }
}
