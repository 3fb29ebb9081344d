import Glibc
import SystemCalls
import Terminal

/// What the paths of an import lead to.
struct RecordingFiles {
  var files: [String] = []
  var archives: [String] = []

  /// The endings of what libsndfile reads (https://libsndfile.github.io/libsndfile/formats.html); a file that is named
  /// itself may have any.
  private static let endings: Set<String> = [
    "wav", "flac", "ogg", "oga", "opus", "mp3", "aiff", "aif", "aifc", "au", "snd", "caf", "w64", "rf64",
    "voc",
  ]
  /// A folder of years of recordings has some ten thousand; more is a mistake such as "/".
  private static let fileLimit = 100_000
  private static let depthLimit = 32

  /// Sorted, each once. Links inside folders are not followed. A path that leads nowhere ends the program before anything
  /// is imported.
  static func find(_ paths: [String]) -> RecordingFiles {
    var found = RecordingFiles()
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        Terminal.fail(.failed, "\(SystemError(call: "open", subject: path).description).")
      }
      if status.st_mode & S_IFMT != S_IFDIR {
        found.files.append(path)
      } else if Files.exists(path + "/manifest.json") {
        found.archives.append(path)
      } else {
        found.search(path, depth: 0)
      }
    }
    var seen: Set<String> = []
    found.files = found.files.filter { seen.insert($0).inserted }
    return found
  }

  private mutating func search(_ folder: String, depth: Int) {
    guard depth < Self.depthLimit else { return }
    let names: [String]
    do throws(SystemError) { names = try Files.names(in: folder) } catch {
      return Terminal.complain("\(error.description). It is passed over.")
    }
    for name in names {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: search(path, depth: depth + 1)
      case S_IFREG where Self.isAudio(name): files.append(path)
      default: break
      }
      guard files.count <= Self.fileLimit else {
        Terminal.fail(.usage, "there are more than \(Self.fileLimit) recordings below \(folder).")
      }
    }
  }

  private static func isAudio(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), !name.hasPrefix(".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }
}
