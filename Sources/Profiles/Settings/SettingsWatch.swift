internal import Domain
internal import Glibc
public import SystemCalls

/// Watches settings files that people edit, and tells which have changed once they are left alone for a moment.
///
/// The folder is watched, not the file: editors write a new file and rename it over the old one. A folder that is not there
/// yet is found when it is made; a file that is a link is watched where it leads to.
public final class SettingsWatch: Sendable {
  /// Editors write, rename and set the mode in a row; 200 ms after the last of it they are done, and nobody has waited.
  public static let quietTime = Duration.milliseconds(200)

  private let wake: WakeEvent
  private let files: [String]
  private let onChange: @Sendable (Set<String>) -> Void

  /// - Parameters:
  ///   - files: absolute paths.
  ///   - onChange: told the paths that may have changed, on the watch's own thread. What it does not recognise as a change
  ///     it ignores: a file that was touched counts.
  public init(files: [String], onChange: @escaping @Sendable (Set<String>) -> Void) throws(SystemError) {
    wake = try WakeEvent()
    self.files = files
    self.onChange = onChange
  }

  /// Watches from now on, from a thread of its own.
  public func start() throws(SystemError) {
    var watch = try WatchedFiles(files)
    watch.arm()
    let descriptor = wake.descriptor.rawValue
    // Held by the thread alone from here on; a noncopyable value cannot be captured.
    let box = WatchBox(watch)
    Thread(name: "settings") { [self] in
      box.run(until: descriptor, onChange)
      withExtendedLifetime(self) {}
    }.start()
  }

  /// Ends the thread soon after.
  public func stop() { wake.signal() }
}

/// `@unchecked Sendable`: made by one thread, used by another that is started afterwards, and by nobody else.
private final class WatchBox: @unchecked Sendable {
  private var watch: WatchedFiles

  init(_ watch: consuming WatchedFiles) { self.watch = watch }

  func run(until stop: CInt, _ onChange: (Set<String>) -> Void) {
    var changed: Set<String> = []
    while true {
      var polled = [
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // Each fact begins the quiet time anew; nothing is awaited while nothing has changed.
      let limit = changed.isEmpty ? -1 : CInt(SettingsWatch.quietTime.wholeMilliseconds)
      let count = poll(&polled, nfds_t(polled.count), limit)
      if polled[0].revents != 0 { return }
      if count == 0 {
        onChange(changed)
        changed = []
      } else {
        changed.formUnion(watch.take())
      }
    }
  }
}

/// The folders that have to be watched for some files to be seen.
private struct WatchedFiles: ~Copyable {
  private let files: [String]
  private var watch: FolderWatch
  /// Which of our files a name in a folder stands for; an empty name: the folder itself must appear in there.
  private var meanings: [CInt: [String: Set<String>]] = [:]

  init(_ files: [String]) throws(SystemError) {
    self.files = files
    watch = try FolderWatch()
  }

  var descriptor: CInt { watch.descriptor.rawValue }

  /// Watches all folders as they stand now.
  mutating func arm() {
    // A new set: folders may have come, gone, or been replaced by others of the same name.
    guard let fresh = try? FolderWatch() else { return }
    watch = fresh
    meanings = [:]
    for file in files {
      let folder = Files.parent(of: file)
      watch(folder, name: Self.name(of: file), for: file)
      if let target = Self.target(of: file), Files.parent(of: target) != folder {
        watch(Files.parent(of: target), name: Self.name(of: target), for: file)
      }
    }
  }

  /// The files that facts so far may have changed.
  mutating func take() -> Set<String> {
    var changed: Set<String> = []
    var isStale = false
    for fact in watch.take() {
      guard let folder = fact.folder, let name = fact.name else {
        changed.formUnion(files)
        isStale = true
        continue
      }
      let meant = meanings[folder]?[name] ?? []
      changed.formUnion(meant)
      // It may have become a link, or a folder on the way may have come.
      if !meant.isEmpty { isStale = true }
    }
    if isStale { arm() }
    return changed
  }

  private mutating func watch(_ folder: String, name: String, for file: String) {
    if let number = try? watch.add(folder) {
      meanings[number, default: [:]][name, default: []].insert(file)
    } else if folder != "/" && folder != "." {
      watch(Files.parent(of: folder), name: Self.name(of: folder), for: file)
    }
  }

  private static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Where a link leads to in the end; nil for a file that is none, or that is not there.
  private static func target(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let target = String(cString: resolved)
    return target == path ? nil : target
  }
}
