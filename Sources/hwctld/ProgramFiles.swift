import Glibc
import SystemCalls

/// Where the other programs of this package are.
enum ProgramFiles {
  /// The speech worker: by preference, else beside this program.
  static func speechWorker(preferred: String?) -> String { preferred ?? folder + "/hwctl-speech" }

  /// The folder of the program that runs, links resolved.
  private static var folder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return Files.parent(
      of: String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
