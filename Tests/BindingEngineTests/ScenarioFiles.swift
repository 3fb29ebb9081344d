import Foundation
import Scenario

/// The scenario files of this repository, read from the source tree.
enum ScenarioFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  /// Names relative to the folder, sorted.
  static func names(_ suffix: String, in subfolder: String = "") -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: subfolder).path)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map {
      subfolder.isEmpty ? $0 : "\(subfolder)/\($0)"
    }
  }

  /// Those that every runner plays, and those that need times, keyboards or wheels.
  static var allScenarios: [String] {
    ["", "timed", "keyboard", "values"].flatMap { names(".scenario", in: $0) }
  }

  static func scenario(_ name: String) throws -> Scenario {
    try Scenario.parse(String(contentsOf: folder.appending(path: name), encoding: .utf8))
  }
}
