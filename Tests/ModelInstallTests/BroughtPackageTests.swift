import Glibc
import Models
import SystemCalls
import TestSupport
import Testing

@testable import ModelInstall

/// Packages that somebody brings in a folder or an archive.
@Suite struct BroughtPackageTests {
  @Test func `a package is installed from a folder, with a manifest of the present format`() throws {
    let small = try SmallModel()
    let package = try small.installer.install(from: .folder(try small.package()))
    #expect(package.folder == small.scratch.file("models/small-test/1"))
    #expect(package.manifest == SmallModel.manifest)
    #expect(small.found == ["small-test 1"])
    #expect(small.staged == [])
    var status = stat()
    #expect(stat(package.folder + "/tokens.txt", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: ["tar -cf", "tar -czf", "tar -cjf", "tar -cJf"])
  func `a package is installed from an archive of any kind`(command: String) throws {
    let small = try SmallModel()
    let folder = try small.package()
    let archive = small.scratch.file("package.archive")
    try #require(SmallModel.shell("cd \(folder)/.. && \(command) \(archive) package"))
    #expect(try small.installer.install(from: .archive(archive)).identity.id == "small-test")
    try #require(SmallModel.shell("cd \(folder) && \(command) \(archive) ."))
    #expect(try small.installer.install(from: .archive(archive)).identity.id == "small-test")
    #expect(small.found == ["small-test 1"])
  }

  @Test func `what is installed again takes the place of what was damaged`() throws {
    let small = try SmallModel()
    let folder = try small.package()
    let package = try small.installer.install(from: .folder(folder))
    try Files.replace(package.folder + "/tokens.txt", with: Array("broken".utf8))
    #expect(try small.installer.install(from: .folder(folder)) == package)
    #expect(small.staged == [])
  }

  @Test func `files without a manifest are those of the catalogue, or nothing`() throws {
    let small = try SmallModel()
    let folder = try small.package(manifest: false)
    #expect(throws: InstallError.package(ModelError(.missingFile, folder + "/manifest.json"))) {
      try small.installer.install(from: .folder(folder))
    }
    #expect(
      try small.installer.install(from: .folder(folder), as: SmallModel.manifest).identity.version == "1")
  }

  // MARK: Refusals; nothing may be found afterwards

  /// Shell commands in the package's folder, and what the refusal is about.
  @Test(arguments: [
    ("echo hello > notes.txt", "notes.txt"), ("mkdir sub", "sub"), ("echo x > .hidden", ".hidden"),
    ("rm tokens.txt", "tokens.txt"), ("printf token > tokens.txt", "tokens.txt"),
    ("printf tokenz > tokens.txt", "tokens.txt"), ("printf tokenss > tokens.txt", "tokens.txt"),
    ("mv tokens.txt .. && ln -s ../tokens.txt tokens.txt", "tokens.txt"),
    ("rm tokens.txt && mkfifo tokens.txt", "tokens.txt"), ("rm tokens.txt && mkdir tokens.txt", "tokens.txt"),
    ("printf x >> encoder.onnx", "encoder.onnx"), ("truncate -s -1 encoder.onnx", "encoder.onnx"),
    ("sed -i s/small-test/..\\\\/x/ manifest.json", "manifest.json"), ("rm manifest.json", "manifest.json"),
    ("echo '{' > manifest.json", "manifest.json"),
  ])
  func `a damaged, incomplete or added-to folder is refused by name`(damage: String, name: String) throws {
    let small = try SmallModel()
    let folder = try small.package()
    try #require(SmallModel.shell("cd \(folder) && \(damage)"))
    let error = #expect(throws: InstallError.self) { try small.installer.install(from: .folder(folder)) }
    #expect(error?.message.contains(name) == true)
    #expect(small.found == [])
  }

  /// Arguments of tar that make an archive of the package's folder.
  @Test(arguments: [
    ("--exclude tokens.txt .", "tokens.txt"), ("-P --transform s,^./tokens,/tmp/tokens, .", "leads out"),
    ("-P --transform s,^./tokens,../tokens, .", "leads out"),
    ("--transform s,^./tokens,sub/tokens, .", "second folder"),
    (
      "./encoder.onnx ./decoder.onnx ./vad.onnx ./tokens.txt ./tokens.txt ./manifest.json --hard-dereference",
      "second file"
    ),
    ("--transform s,^./tokens.txt,./other.txt, .", "other.txt"),
  ])
  func `an archive with anything else in it is refused and leaves nothing`(arguments: String, reason: String)
    throws
  {
    let small = try SmallModel()
    let folder = try small.package()
    let archive = small.scratch.file("package.tar")
    try #require(SmallModel.shell("cd \(folder) && tar -cf \(archive) \(arguments)"))
    let error = #expect(throws: InstallError.self) { try small.installer.install(from: .archive(archive)) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(small.found == [])
    #expect(!Files.exists("/tmp/tokens.txt"))
  }

  @Test(arguments: ["ln -s encoder.onnx", "ln encoder.onnx", "mkfifo"])
  func `links and devices in an archive are refused`(command: String) throws {
    let small = try SmallModel()
    let folder = try small.package()
    let archive = small.scratch.file("package.tar")
    try #require(
      SmallModel.shell("cd \(folder) && rm tokens.txt && \(command) tokens.txt && tar -cf \(archive) ."))
    let error = #expect(throws: InstallError.self) { try small.installer.install(from: .archive(archive)) }
    guard case .forbiddenEntry? = error else {
      Issue.record("\(error?.message ?? "nothing")")
      return
    }
    #expect(small.found == [])
  }

  @Test func `an archive that is cut short, or none at all, is refused`() throws {
    let small = try SmallModel()
    let folder = try small.package()
    let archive = small.scratch.file("package.tar.gz")
    try #require(SmallModel.shell("cd \(folder) && tar -czf \(archive) . && truncate -s -300 \(archive)"))
    for path in [archive, folder + "/tokens.txt", "/nowhere"] {
      let error = #expect(throws: InstallError.self) { try small.installer.install(from: .archive(path)) }
      #expect(error?.message.contains(path) == true)
    }
    #expect(small.found == [])
  }

  @Test func `an archive that unpacks to more than it declares is not unpacked`() throws {
    let small = try SmallModel()
    let folder = try small.package()
    let archive = small.scratch.file("package.tar.gz")
    try #require(
      SmallModel.shell("cd \(folder) && head -c 50M /dev/zero > encoder.onnx && tar -czf \(archive) ."))
    let error = #expect(throws: InstallError.self) { try small.installer.install(from: .archive(archive)) }
    #expect(error?.message.contains("52428800 bytes, not 100000") == true)
    #expect(small.staged == [])
  }

  // MARK: What stops in the middle

  @Test func `what a killed command left is cleared away by the next for another model`() throws {
    let small = try SmallModel()
    let left = small.models.stagingFolder + "/other-1"
    try Files.makeFolder(left)
    try Files.replace(left + "/encoder.onnx.partial", with: [1, 2, 3])
    _ = try small.installer.install(from: .folder(try small.package()))
    #expect(small.staged == [])
    #expect(small.found == ["small-test 1"])
  }

  @Test func `two commands do not install one model at once`() throws {
    let small = try SmallModel()
    let first = try StagingFolder(for: SmallModel.manifest.identity, in: small.models)
    let folder = try small.package()
    #expect(throws: InstallError.busy("small-test 1")) { try small.installer.install(from: .folder(folder)) }
    first.discard()
    _ = try small.installer.install(from: .folder(folder))
  }

  @Test func `too little space is said before anything is written`() throws {
    let small = try SmallModel()
    let folder = try small.package()
    let bytes = Int64(SmallModel.manifest.files.reduce(0) { $0 + $1.bytes }) + 64_000_000
    var installer = small.installer
    installer.freeBytes = { _ in bytes - 1 }
    let error = #expect(throws: InstallError.self) { try installer.install(from: .folder(folder)) }
    #expect(error?.message.contains("MB free") == true)
    installer.freeBytes = { _ in bytes }
    _ = try installer.install(from: .folder(folder))
  }

  @Test(.enabled(if: geteuid() == 0, "a small file system is mounted, which only root may"))
  func `a disk that fills up under it is told as such`() throws {
    let small = try SmallModel()
    let folder = try small.package()
    let disk = small.scratch.file("models")
    try Files.makeFolder(disk)
    // 64 KiB hold less than the encoder.
    try #require(SmallModel.shell("mount -t tmpfs -o size=64k tmpfs \(disk)"))
    defer { _ = SmallModel.shell("umount -l \(disk)") }
    var installer = small.installer
    installer.freeBytes = { _ in nil }
    let error = #expect(throws: InstallError.self) { try installer.install(from: .folder(folder)) }
    guard case .system(let failure)? = error else {
      Issue.record("\(error?.message ?? "nothing")")
      return
    }
    #expect(failure.code == ENOSPC)
    #expect(small.found == [])
  }
}
