internal import Glibc
internal import SystemCalls

/// Where the other files of this package are.
public enum ProgramFiles {
  /// The folder of the program that runs, links resolved.
  public static let folder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return Files.parent(
      of: String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }()

  /// Another program of this package, which is beside this one.
  public static func beside(_ name: String) -> String { folder + "/" + name }

  /// The speech worker: by preference, else beside this program.
  public static func speechWorker(preferred: String?) -> String { preferred ?? beside("hwctl-speech") }

  /// The checkout that the program was built in; nil for an installed one.
  public static let checkout: String? = {
    // .build/<target>/<configuration>, by SwiftPM.
    let top = Files.parent(of: Files.parent(of: Files.parent(of: folder)))
    return Files.exists(top + "/Package.swift") && folder.hasPrefix(top + "/.build/") ? top : nil
  }()

  /// The script that converts models: of the checkout, or installed beside the programs.
  public static var modelConverter: String? {
    let places = [checkout, Files.parent(of: folder) + "/lib/hwctl"].compactMap(\.self)
    return places.map { $0 + "/scripts/setup-speech" }.first(where: Files.exists)
  }

  /// Where the ready-made profiles are: of the checkout, or installed beside the programs or by the distribution.
  public static var readyMadeProfiles: String? { shared("profiles").first(where: Files.isFolder) }

  /// The texts that refiners are measured with, in the same places.
  public static var evaluationCases: String? {
    shared("evaluation/refinement.json").first(where: Files.exists)
  }

  private static func shared(_ name: String) -> [String] {
    let places = [
      checkout, Files.parent(of: folder) + "/share/hwctl", "/usr/share/hwctl",
    ]
    return places.compactMap(\.self).map { $0 + "/" + name }
  }
}
