import Foundation
import Testing

/// SwiftPM alone does not stop a pure target from importing what the system offers.
@Suite struct PureTargetsTests {
  static let pure: Set = [
    "Domain", "BindingEngine", "Drivers", "Transcript", "Scenario", "ControlProtocol", "CommandSyntax",
  ]

  @Test(arguments: pure.sorted()) func aPureTargetImportsPureTargetsOnly(target: String) throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/\(target)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    let files = names.filter { $0.hasSuffix(".swift") }.map { sources.appending(path: $0) }
    #expect(!files.isEmpty)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else {
          continue
        }
        #expect(Self.pure.contains(String(words[index + 1])), "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
