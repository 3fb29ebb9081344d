internal import Glibc
internal import SystemCalls

/// Finds out who reads a pipe that came over a Wayland connection: the protocol does not say it.
enum PipeReader {
  /// - Parameter processes: who counts as the target: the program itself and, for X11 programs, the compositor that reads for them.
  static func reader(of pipe: CInt, among processes: [Int32]) -> ClipboardRead.Reader {
    var status = stat()
    guard !processes.isEmpty, fstat(pipe, &status) == 0 else { return .unknown }
    let link = "pipe:[\(status.st_ino)]"
    var isReadable = false
    for process in processes {
      let folder = "/proc/\(process)/fd"
      // Another user's, or one with capabilities.
      guard let names = try? Files.names(in: folder) else { continue }
      isReadable = true
      if names.contains(where: { isReading("\(folder)/\($0)", link) }) { return .target }
    }
    return isReadable ? .other : .unknown
  }

  /// A compositor has the writing end, too, for as long as it passes it on; the link's mode tells them apart (proc(5)).
  private static func isReading(_ path: String, _ link: String) -> Bool {
    var status = stat()
    return Links.target(path) == link && lstat(path, &status) == 0 && status.st_mode & S_IRUSR != 0
  }
}

/// Symbolic links of /proc.
enum Links {
  /// "socket:[123]"; nil where there is none or it may not be read.
  static func target(_ link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
