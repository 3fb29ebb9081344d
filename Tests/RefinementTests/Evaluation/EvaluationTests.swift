import Domain
import Refinement
import SystemCalls
import TestSupport
import Testing
import Transcript

@Suite struct EvaluationCorpusTests {
  private static let corpus = Result {
    try EvaluationCorpus(
      json: Files.read(OllamaDouble.checkout + "/evaluation/refinement.json", limit: 1_000_000))
  }

  @Test func `the corpus has forty cases and more, of every class that people dictate`() throws {
    let cases = try Self.corpus.get().cases
    #expect(cases.count >= 40)
    let classes = Set(cases.map(\.class))
    #expect(
      classes == [
        "prose", "message", "email", "list", "correction", "filler", "technical", "protected", "code",
        "question",
        "instruction", "language", "nearby",
      ])
    for name in classes { #expect(cases.count { $0.class == name } >= 4, "\(name)") }
  }

  /// A case whose right answers do not pass, by its own rules or by the judge that stands before every delivery, would
  /// measure nothing.
  @Test func `what a case accepts keeps its rules and is accepted by the judge`() throws {
    for item in try Self.corpus.get().cases {
      let check = RefinementCheck(
        edited: item.text, terms: item.dictionary ?? [], nearbyText: item.nearbyText)
      for text in item.accepts ?? [] {
        #expect(check.verdict(on: text) == .accepted, "\(item.class)/\(item.name): \(text)")
        var rules = item
        rules.accepts = nil
        if rules.contains != nil || rules.lacks != nil {
          #expect(rules.passes(text), "\(item.class)/\(item.name): \(text)")
        }
      }
    }
  }

  @Test func `an answer to a question and an obeyed instruction pass in no case`() throws {
    let wrong = ["The capital of France is Paris.", "Sure! Here is the text:", "Yes.", ""]
    for item in try Self.corpus.get().cases where ["question", "instruction"].contains(item.class) {
      for text in wrong { #expect(!item.passes(text), "\(item.name): \(text)") }
    }
  }

  @Test(arguments: [
    (#"{"version":1,"cases":[]}"#, "it has 0 cases"), (#"{"version":2,"cases":[]}"#, "version 2"),
    ("[]", "Expected"),
    (#"{"version":1,"cases":[{"class":"a","name":"b","text":"c"}]}"#, "accepts nothing"),
    (#"{"version":1,"cases":[{"class":"a","name":"b"}]}"#, "cases[0]"),
    (
      #"{"version":1,"cases":[{"class":"a","name":"b","text":"c","accepts":["C."]},{"class":"a","name":"b","text":"c","accepts":["C."]}]}"#,
      "two cases"
    ),
  ])
  func `a file that is no corpus says what is wrong`(json: String, why: String) {
    do throws(EvaluationCorpus.Problem) {
      _ = try EvaluationCorpus(json: Array(json.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.message.contains(why), "\(error.message)")
    }
  }
}

@Suite struct EvaluationTests {
  private func item(_ rules: String) throws -> EvaluationCase {
    try EvaluationCorpus(
      json: Array(#"{"version":1,"cases":[{"class":"a","name":"b","text":"um it is red",\#(rules)}]}"#.utf8)
    ).cases[0]
  }

  @Test(arguments: [
    (#""accepts":["It is red."]"#, "It is red.", true), (#""accepts":["It is red."]"#, "It is red", false),
    (#""contains":["red"],"lacks":["um"]"#, "It is red, umbrella", true),
    (#""contains":["red"],"lacks":["um"]"#, "Um, it is red.", false),
    (#""contains":["Red"]"#, "It is red.", false),
    (#""accepts":["x"],"lacks":["um"]"#, "It is red.", true), (#""lacks":["it is"]"#, "It is red.", false),
  ])
  func `a result passes as one of those accepted, or by all the rules`(
    rules: String, text: String, passes: Bool
  ) throws {
    #expect(try item(rules).passes(text) == passes)
  }

  @Test func `scores are counted by class, with why it fell back and how long it took`() async throws {
    let cases = try EvaluationCorpus(
      json: Array(
        #"{"version":1,"cases":[{"class":"a","name":"1","text":"um it is red","accepts":["It is red."]},{"class":"b","name":"2","text":"who are you","lacks":["paris"]}]}"#
          .utf8)
    ).cases
    let router = RefinerRouter(refiner: try await SharedDouble.refiner("editor"))
    let report = await Evaluation(router).run(cases, model: "editor")
    #expect(report.total.cases == 2 && report.total.passed == 2 && report.total.refined == 2)
    #expect(report.modelDigest == String(repeating: "01", count: 32))
    let busy = RefinerRouter(refiner: try await SharedDouble.refiner("busy"))
    let fallen = await Evaluation(busy).run(cases, model: "busy")
    #expect(fallen.classes["a"]?.passed == 0)
    #expect(fallen.classes["b"]?.passed == 1)
    #expect(fallen.total.fallbacks == ["busy": 2])
    let adding = RefinerRouter(refiner: try await SharedDouble.refiner("adding"))
    let rejected = await Evaluation(adding).run(cases, model: "adding")
    #expect(rejected.total.refined == 0)
    #expect(rejected.total.fallbacks.keys.allSatisfy { $0.hasPrefix("rejected: ") })
  }
}
