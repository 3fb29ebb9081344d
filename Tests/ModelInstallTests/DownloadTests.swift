import Models
import SystemCalls
import TestSupport
import Testing

@testable import ModelInstall

/// Downloads from a server that does what servers do.
@Suite struct DownloadTests {
  private let encoder = SmallModel.contents[0].bytes

  private func server(_ behaviour: LoopbackServer.Behaviour = LoopbackServer.Behaviour()) -> LoopbackServer {
    LoopbackServer(
      Dictionary(uniqueKeysWithValues: SmallModel.contents.map { ("/" + $0.name, $0.bytes) }), behaviour)
  }

  private func entry(_ server: LoopbackServer) -> CatalogueEntry {
    CatalogueEntry(
      manifest: SmallModel.manifest("fetched"), summary: "", origin: .folder(address: server.address))
  }

  /// A machine that has the detector already.
  private func machine() throws -> SmallModel {
    let small = try SmallModel()
    _ = try small.installer.install(from: .folder(try small.package()))
    return small
  }

  @Test func `a model is fetched, its detector taken from another, and progress told`() throws {
    let server = server()
    defer { server.stop() }
    let small = try machine()
    var progress: [Int] = []
    let package = try small.installer.install(entry(server)) { done, all in
      progress.append(done)
      #expect(all == 100_022)
    }
    #expect(package.identity.id == "fetched")
    #expect(server.requests.map(\.path) == ["/encoder.onnx", "/decoder.onnx", "/tokens.txt"])
    #expect(progress == progress.sorted())
    #expect(progress.last == 100_012)
    #expect(small.staged == [])
  }

  @Test func `a connection that breaks off is made anew where it stopped, as often as bytes come`() throws {
    let server = server(LoopbackServer.Behaviour(cutAfter: 7_000))
    defer { server.stop() }
    let small = try machine()
    let package = try small.installer.install(entry(server)) { _, _ in }
    #expect(try Files.read(package.folder + "/encoder.onnx", limit: 200_000) == encoder)
    let ranges = server.requests.filter { $0.path == "/encoder.onnx" }.map { $0.range ?? 0 }
    #expect(ranges == Array(stride(from: 0, to: 100_000, by: 7_000)))
  }

  @Test func `a download that was given up goes on at the next command`() throws {
    let server = server(LoopbackServer.Behaviour(cutAfter: 40_000))
    defer { server.stop() }
    let small = try machine()
    let file = SmallModel.manifest.files[0]
    let staging = small.models.stagingFolder + "/fetched-1"
    try Files.makeFolder(staging)
    try Files.replace(staging + "/encoder.onnx.partial", with: Array(encoder.prefix(60_000)))
    _ = try small.installer.install(entry(server)) { _, _ in }
    #expect(server.requests.first == LoopbackServer.Request(path: "/encoder.onnx", range: 60_000))
    #expect(file.bytes == 100_000)
  }

  @Test func `a server that knows no ranges sends it all again`() throws {
    let server = server(LoopbackServer.Behaviour(knowsRanges: false))
    defer { server.stop() }
    let small = try machine()
    let staging = small.models.stagingFolder + "/fetched-1"
    try Files.makeFolder(staging)
    try Files.replace(staging + "/encoder.onnx.partial", with: Array(encoder.prefix(60_000)))
    let package = try small.installer.install(entry(server)) { _, _ in }
    #expect(try Files.read(package.folder + "/encoder.onnx", limit: 200_000) == encoder)
  }

  @Test func `another file than the declared one is refused with both digests and removed`() throws {
    let server = server()
    defer { server.stop() }
    let small = try machine()
    var entry = entry(server)
    let declared = String(repeating: "0", count: 64)
    entry.manifest.files[0].sha256 = declared
    let error = #expect(throws: InstallError.self) { try small.installer.install(entry) { _, _ in } }
    #expect(error?.message.contains(declared) == true)
    #expect(error?.message.contains(SmallModel.manifest.files[0].sha256) == true)
    #expect(!Files.exists(small.models.stagingFolder + "/fetched-1/encoder.onnx.partial"))
    #expect(small.found == ["small-test 1"])
  }

  @Test func `a file that is longer than declared is not fetched to its end`() throws {
    let server = server()
    defer { server.stop() }
    let small = try machine()
    var entry = entry(server)
    entry.manifest.files[0].bytes = 50_000
    #expect(throws: InstallError.tooLong(address: server.address + "encoder.onnx", bytes: 50_000)) {
      try small.installer.install(entry) { _, _ in }
    }
  }

  @Test func `a file that is shorter than declared is another file`() throws {
    let server = server()
    defer { server.stop() }
    let small = try machine()
    var entry = entry(server)
    entry.manifest.files[0].bytes = 150_000
    let error = #expect(throws: InstallError.self) { try small.installer.install(entry) { _, _ in } }
    guard case .wrongDigest? = error else {
      Issue.record("\(error?.message ?? "nothing")")
      return
    }
  }

  @Test func `a busy server is asked again, one that has not the file is not`() throws {
    let server = server(LoopbackServer.Behaviour(refusals: 2))
    defer { server.stop() }
    let small = try machine()
    _ = try small.installer.install(entry(server)) { _, _ in }
    #expect(server.requests.filter { $0.path == "/encoder.onnx" }.count == 3)
    server.change {
      $0.refusals = 1
      $0.status = 404
    }
    var other = entry(server)
    other.manifest.id = "other"
    let error = #expect(throws: InstallError.self) { try small.installer.install(other) { _, _ in } }
    #expect(error?.message.contains("the server answers 404") == true)
  }

  @Test func `a server that stays busy is given up after five attempts`() throws {
    let server = server(LoopbackServer.Behaviour(refusals: 100))
    defer { server.stop() }
    let small = try machine()
    let error = #expect(throws: InstallError.self) { try small.installer.install(entry(server)) { _, _ in } }
    #expect(error?.message.contains("the server answers 503") == true)
    #expect(server.requests.count == 5)
  }

  @Test func `a redirection is followed, but to no other scheme`() throws {
    let server = server(LoopbackServer.Behaviour(redirect: "/encoder.onnx"))
    defer { server.stop() }
    let small = try machine()
    var entry = entry(server)
    entry.manifest.files = [entry.manifest.files[0]]
    // It comes as far as the manifest, which lacks roles.
    let error = #expect(throws: InstallError.self) { try small.installer.install(entry) { _, _ in } }
    #expect(error?.message.contains("manifest") == true)
    server.change { $0.redirect = "file:///etc/hostname" }
    entry.manifest.id = "other"
    let refused = #expect(throws: InstallError.self) { try small.installer.install(entry) { _, _ in } }
    guard case .network? = refused else {
      Issue.record("\(refused?.message ?? "nothing")")
      return
    }
  }

  @Test func `nothing but https is fetched by the command`() throws {
    let server = server()
    defer { server.stop() }
    let small = try machine()
    let error = #expect(throws: InstallError.self) {
      try PackageInstaller(small.models).install(entry(server)) { _, _ in }
    }
    guard case .network? = error else {
      Issue.record("\(error?.message ?? "nothing")")
      return
    }
    #expect(server.requests == [])
  }

  @Test func `without a detector on the machine the remedy is named`() throws {
    let server = server()
    defer { server.stop() }
    let small = try SmallModel()
    let error = #expect(throws: InstallError.detectorMissing) {
      try small.installer.install(entry(server)) { _, _ in }
    }
    #expect(error?.message.contains("hwctl models install") == true)
  }
}
