import Glibc
import Profiles
import Synchronization
import SystemCalls
import TestSupport
import Testing

/// What a watch has told, each call as a set of file names.
private final class Told: Sendable {
  private let calls = Mutex<[Set<String>]>([])

  func add(_ paths: Set<String>) {
    calls.withLock { $0.append(Set(paths.map { String($0.split(separator: "/").last ?? "") })) }
  }

  var all: [Set<String>] { calls.withLock { $0 } }

  /// Waits for so many calls; the suite's time limit bounds it.
  func wait(for count: Int) async throws {
    while all.count < count { try await Task.sleep(for: .milliseconds(5)) }
  }
}

@Suite(.timeLimit(.minutes(10))) struct SettingsWatchTests {
  private let folder: TemporaryFolder
  private let told = Told()

  init() throws { folder = try TemporaryFolder() }

  private func watch(_ base: String) throws -> SettingsWatch {
    let watch = try SettingsWatch(files: [base + "/profiles.json", base + "/preferences.json"]) { [told] in
      told.add($0)
    }
    try watch.start()
    return watch
  }

  @Test func `a file that is replaced by a rename is told once, and other files are not`() async throws {
    let watch = try watch(folder.path)
    defer { watch.stop() }
    _ = try folder.write("other.json", "{}")
    _ = try folder.write("profiles.json", "{}")
    try await told.wait(for: 1)
    _ = try folder.write("preferences.json", "{}")
    try await told.wait(for: 2)
    #expect(told.all == [["profiles.json"], ["preferences.json"]])
  }

  @Test func `a file that is written in place is told when its writer closes it`() async throws {
    let path = try folder.write("profiles.json", "{}")
    let watch = try watch(folder.path)
    defer { watch.stop() }
    do {
      let file = try FileDescriptor.open(path, O_WRONLY | O_TRUNC)
      try file.writeAll(Array("{} ".utf8))
    }
    try await told.wait(for: 1)
    #expect(told.all == [["profiles.json"]])
  }

  @Test func `a folder that is made later, and one that is removed and made again, are found`() async throws {
    let base = folder.file("a/b")
    let watch = try watch(base)
    defer { watch.stop() }
    try Files.makeFolder(base)
    try await told.wait(for: 1)
    try Files.replace(base + "/profiles.json", with: [])
    try await told.wait(for: 2)
    #expect(told.all[1].contains("profiles.json"))
    TemporaryFolder.remove(base)
    try await told.wait(for: 3)
    try Files.makeFolder(base)
    try await told.wait(for: 4)
    try Files.replace(base + "/preferences.json", with: [])
    try await told.wait(for: 5)
    #expect(told.all[4].contains("preferences.json"))
  }

  @Test func `a link is watched where it leads to`() async throws {
    let elsewhere = folder.file("dotfiles")
    try Files.makeFolder(elsewhere)
    try Files.replace(elsewhere + "/mine.json", with: [])
    let base = folder.file("hwctl")
    try Files.makeFolder(base)
    symlink(elsewhere + "/mine.json", base + "/profiles.json")
    let watch = try watch(base)
    defer { watch.stop() }
    try Files.replace(elsewhere + "/mine.json", with: Array("{}".utf8))
    try await told.wait(for: 1)
    #expect(told.all == [["profiles.json"]])
  }
}
