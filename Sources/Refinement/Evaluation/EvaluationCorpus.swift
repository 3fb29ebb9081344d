/// A file of cases: {"version": 1, "cases": [...]}.
public struct EvaluationCorpus: Sendable {
  /// What is wrong with a file, for people.
  public struct Problem: Error, Hashable, Sendable {
    public var message: String
  }

  /// More than a model refines in an hour at the deadline.
  private static let maximumCases = 1_000

  public let cases: [EvaluationCase]

  /// - Throws: when it is not such a file, has no cases, or two of one name.
  public init(json: [UInt8]) throws(Problem) {
    let file = try Self.read(json)
    guard file.version == 1 else {
      throw Problem(message: "it is of version \(file.version), and only 1 is known.")
    }
    guard (1...Self.maximumCases).contains(file.cases.count) else {
      throw Problem(message: "it has \(file.cases.count) cases; 1 to \(Self.maximumCases) are allowed.")
    }
    var names: Set<String> = []
    for item in file.cases {
      let name = item.class + "/" + item.name
      guard names.insert(name).inserted else { throw Problem(message: "it has two cases '\(name)'.") }
      guard item.accepts != nil || item.contains != nil || item.lacks != nil else {
        throw Problem(message: "the case '\(name)' accepts nothing.")
      }
    }
    cases = file.cases
  }

  private struct File: Decodable {
    var version: Int
    var cases: [EvaluationCase]
  }

  private static func read(_ json: [UInt8]) throws(Problem) -> File {
    do { return try JSONText.decodeOrThrow(File.self, from: json) } catch {
      throw Problem(message: JSONText.explanation(of: error))
    }
  }
}
