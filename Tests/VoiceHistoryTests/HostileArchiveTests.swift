import Digests
import Domain
import FoundationEssentials
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// Archives that somebody else has made or changed.
@Suite struct HostileArchiveTests {
  let world: ArchiveWorld
  var other: String { world.other }
  var archive: String { world.archive }

  init() throws { world = try ArchiveWorld() }

  struct Damage: CustomTestStringConvertible {
    var testDescription: String
    var code: ArchiveError.Code
    /// Given the archive's path.
    var act: @Sendable (String) throws -> Void
  }

  static func edit(_ archive: String, _ name: String, _ old: String, _ new: String) throws {
    let path = archive + "/" + name
    let text = String(decoding: try Files.read(path, limit: 1 << 22), as: UTF8.self)
    precondition(text.contains(old), "the archive has no \(old)")
    try Files.replace(path, with: Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
  }

  /// Changes the manifest and gives it a true digest, as a forger would.
  static func forge(_ archive: String, _ old: String, _ new: String) throws {
    let path = archive + "/manifest.json"
    let before = try SHA256.digest(ofFile: path)
    try edit(archive, "manifest.json", old, new)
    let after = try SHA256.digest(ofFile: path)
    try edit(archive, "checksums.json", before.digest, after.digest)
    try edit(archive, "checksums.json", "\"bytes\" : \(before.bytes)", "\"bytes\" : \(after.bytes)")
  }

  private static let first = sessionID(1, second: 1).rawValue

  static let damages: [Damage] = [
    Damage(testDescription: "no folder", code: .notAnArchive) { TemporaryFolder.remove($0) },
    Damage(testDescription: "a link in its place", code: .notAnArchive) {
      try Files.rename($0, to: $0 + "-real")
      symlink($0 + "-real", $0)
    },
    Damage(testDescription: "no manifest", code: .notAnArchive) { unlink($0 + "/manifest.json") },
    Damage(testDescription: "no checksums", code: .notAnArchive) { unlink($0 + "/checksums.json") },
    Damage(testDescription: "a linked manifest", code: .link) {
      try Files.rename($0 + "/manifest.json", to: $0 + "-m")
      symlink($0 + "-m", $0 + "/manifest.json")
    },
    Damage(testDescription: "a linked recording", code: .link) {
      let path = "\($0)/audio/\(first).wav"
      try Files.rename(path, to: $0 + "-a")
      symlink($0 + "-a", path)
    },
    Damage(testDescription: "a linked audio folder", code: .link) {
      try Files.rename($0 + "/audio", to: $0 + "-audio")
      symlink($0 + "-audio", $0 + "/audio")
    },
    Damage(testDescription: "a pipe", code: .link) { mkfifo("\($0)/audio/pipe", 0o600) },
    Damage(testDescription: "an extra file", code: .unexpected) {
      try Files.replace($0 + "/notes.txt", with: [1])
    },
    Damage(testDescription: "an extra folder", code: .unexpected) { try Files.makeFolder($0 + "/more") },
    Damage(testDescription: "an extra recording", code: .unexpected) {
      try Files.replace("\($0)/audio/\(sessionID(99)).wav", with: waveBytes(samples: 1))
    },
    Damage(testDescription: "a recording of another name", code: .unexpected) {
      try Files.replace("\($0)/audio/song.wav", with: waveBytes(samples: 1))
    },
    Damage(testDescription: "a folder among the recordings", code: .unexpected) {
      try Files.makeFolder("\($0)/audio/deep")
    },
    Damage(testDescription: "a missing recording", code: .missing) { unlink("\($0)/audio/\(first).wav") },
    Damage(testDescription: "a recording cut short", code: .badDigest) {
      truncate("\($0)/audio/\(first).wav", 50)
    },
    Damage(testDescription: "a recording grown huge without a byte on the disk", code: .badDigest) {
      truncate("\($0)/audio/\(first).wav", 1 << 40)
    },
    Damage(testDescription: "a changed recording", code: .badDigest) {
      try Files.replace("\($0)/audio/\(first).wav", with: waveBytes(samples: 100, value: 9))
    },
    Damage(testDescription: "a changed manifest", code: .badDigest) {
      try edit($0, "manifest.json", "Sentence 1", "Sentence 9")
    },
    Damage(testDescription: "a path upward", code: .unexpected) {
      try edit($0, "checksums.json", "audio/\(first).wav", "audio/../../\(first).wav")
    },
    Damage(testDescription: "an absolute path", code: .unexpected) {
      try edit($0, "checksums.json", "audio/\(first).wav", "/etc/passwd")
    },
    Damage(testDescription: "a partial name", code: .unexpected) {
      try edit($0, "checksums.json", "audio/\(first).wav", "audio/\(first).partial.wav")
    },
    Damage(testDescription: "a file named twice", code: .duplicate) {
      try edit($0, "checksums.json", sessionID(2, second: 2).rawValue, first)
    },
    Damage(testDescription: "a digest of another length", code: .invalid) {
      try edit($0, "checksums.json", "\"sha256\" : \"", "\"sha256\" : \"0")
    },
    Damage(testDescription: "a negative size", code: .invalid) {
      try edit($0, "checksums.json", "\"bytes\" : 244", "\"bytes\" : -1")
    },
    Damage(testDescription: "a huge size", code: .tooLarge) {
      try edit($0, "checksums.json", "\"bytes\" : 244", "\"bytes\" : 9000000000000000000")
    },
    Damage(testDescription: "another algorithm", code: .invalid) {
      try edit($0, "checksums.json", "\"algorithm\" : \"sha256\"", "\"algorithm\" : \"md5\"")
    },
    Damage(testDescription: "checksums that are none", code: .invalid) {
      try Files.replace($0 + "/checksums.json", with: Array("[]".utf8))
    },
    Damage(testDescription: "a manifest that is none", code: .invalid) {
      try forge($0, "\"sessions\"", "\"songs\"")
    },
    Damage(testDescription: "another program's format", code: .notAnArchive) {
      try forge($0, "hwctl voice archive", "songs")
    },
    Damage(testDescription: "a later version", code: .newer) {
      try forge($0, "\"version\":1", "\"version\":2")
    },
    Damage(testDescription: "a session twice", code: .duplicate) {
      try forge($0, "\"id\":\"\(sessionID(4, second: 4))\"", "\"id\":\"\(sessionID(5, second: 5))\"")
    },
    Damage(testDescription: "an id that is none", code: .invalid) {
      try forge($0, "\"id\":\"\(sessionID(4, second: 4))\"", "\"id\":\"../../x\"")
    },
    Damage(testDescription: "a link to a later result", code: .invalid) {
      try forge($0, "\"source\":0", "\"source\":3")
    },
    Damage(testDescription: "a link to before the first", code: .invalid) {
      try forge($0, "\"source\":0", "\"source\":-1")
    },
    Damage(testDescription: "an unknown stage", code: .invalid) {
      try forge($0, "\"stage\":\"raw\"", "\"stage\":\"sung\"")
    },
    Damage(testDescription: "an unknown origin", code: .invalid) {
      try forge($0, "\"origin\":\"capture\"", "\"origin\":\"dream\"")
    },
    Damage(testDescription: "words outside the audio", code: .invalid) {
      try forge($0, "\"end\":2500", "\"end\":2501")
    },
    Damage(testDescription: "a length of centuries", code: .invalid) {
      try forge($0, "\"durationMilliseconds\":2500", "\"durationMilliseconds\":9000000000000000000")
    },
    Damage(testDescription: "audio of another digest", code: .invalid) {
      let digest = SHA256.digest(of: waveBytes(samples: 100))
      try forge($0, digest, String(repeating: "0", count: 64))
    },
    Damage(testDescription: "more samples than there are", code: .invalid) {
      try forge($0, "\"samples\":100", "\"samples\":1000")
    },
    Damage(testDescription: "audio and the time of its end", code: .invalid) {
      try forge($0, "\"audio\":{", "\"audioExpiry\":{\"reason\":\"age\",\"time\":1},\"audio\":{")
    },
    Damage(testDescription: "a recording that no session names", code: .unexpected) {
      try forge($0, "\"audio\":{", "\"sound\":{")
    },
  ]

  @Test(arguments: damages)
  func `an archive that is not what it should be is refused with its reason, and nothing changes`(
    damage: Damage
  )
    throws
  {
    try world.fill()
    _ = try world.export()
    let editor = try HistoryEditor(folder: other)
    let before = try Files.names(in: other)
    try damage.act(archive)
    let refused = world.error { _ = try editor.importArchive(archive) }
    #expect(refused?.code == damage.code, "\(refused?.message ?? "taken")")
    #expect(refused?.message.isEmpty == false)
    #expect(try Files.names(in: other) == before)
    #expect(try HistoryReader(folder: other).sessions(limit: 1) == SessionPage())
    #expect(try editor.reconcile() == ReconciliationReport())
  }

  @Test func `counts at the limits are taken, beyond them refused`() throws {
    try world.fill()
    _ = try world.export()
    let connection = try HistoryDatabase.open(folder: other).0
    func run(_ change: (inout ArchiveLimits) -> Void) -> ArchiveError.Code? {
      var limits = ArchiveLimits()
      change(&limits)
      return world.error {
        let importing = ArchiveImport(connection: connection, folder: other, path: archive, limits: limits)
        _ = try importing.run { _, _ in }
      }?.code
    }
    let manifest = Int(try SHA256.digest(ofFile: archive + "/manifest.json").bytes)
    #expect(run { $0.sessions = 5 } == .tooLarge)
    #expect(run { $0.resultsPerSession = 4 } == .tooLarge)
    #expect(run { $0.audioBytes = 643 } == .tooLarge)
    #expect(run { $0.manifestBytes = manifest - 1 } == .tooLarge)
    #expect(run { $0.textBytes = 24 } == .tooLarge)
    #expect(run { $0.nameBytes = 63 } == .tooLarge)
    #expect(
      run {
        ($0.sessions, $0.resultsPerSession, $0.audioBytes, $0.manifestBytes) = (6, 5, 644, manifest)
        $0.nameBytes = 64
      } == nil)
  }
}
