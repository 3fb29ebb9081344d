/// One thing that is wrong in a settings file.
public struct ProfileIssue: Hashable, Sendable, CustomStringConvertible {
  /// Where, "profiles[0].devices[0].bindings[2].control"; empty for the file as a whole.
  public var path: String
  /// What is wrong, as the end of a sentence.
  public var problem: String
  /// The values that may stand there; empty where they cannot be listed.
  public var allowed: [String]

  public init(path: String, problem: String, allowed: [String] = []) {
    self.path = path
    self.problem = problem
    self.allowed = allowed
  }

  public var description: String {
    (path.isEmpty ? "" : path + ": ") + sentence
  }

  /// Without its place.
  var sentence: String { problem + (allowed.isEmpty ? "" : "; allowed: " + allowed.joined(separator: ", ")) }

  /// An issue whose place is not known yet.
  struct Problem: Sendable {
    var text: String
    var allowed: [String] = []
  }
}
