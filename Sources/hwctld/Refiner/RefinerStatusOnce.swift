import CommandSyntax
import Refinement
import Terminal

/// `hwctl refiner status`
enum RefinerStatusOnce {
  private struct Answer: Encodable {
    struct Model: Encodable {
      var name: String
      var digest: String?
      var bytes: Int?
      var isLocal: Bool
      var isLoaded: Bool
    }

    var reachable = false
    var version: String?
    var models: [Model] = []
    /// The one that would be used.
    var model: String?
    var ready = false
    /// A `FallbackReason`, when it is not ready.
    var reason: String?
    var problem: String?
  }

  static func run(_ invocation: Invocation) async {
    let named = RefinerOnce.namedModel(invocation)
    var answer = Answer()
    answer.model = named?.text
    do throws(RefinerFailure) {
      try await fill(&answer, named)
    } catch {
      answer.reason = error.reason.rawValue
      answer.problem = RefinerOnce.explain(error, model: answer.model ?? "MODEL")
    }
    if invocation.flags.contains("json") {
      Terminal.print(json: answer)
    } else {
      Terminal.print(text(answer))
    }
    Terminal.exit(answer.ready ? .done : .failed)
  }

  private static func fill(_ answer: inout Answer, _ named: OllamaModelName?) async throws(RefinerFailure) {
    let report = try await OllamaReport.read(at: RefinerOnce.endpoint)
    answer.reachable = true
    answer.version = report.version.description
    answer.models = report.models.map {
      Answer.Model(
        name: $0.name, digest: $0.digest, bytes: $0.size, isLocal: !$0.isRemote, isLoaded: $0.isLoaded)
    }
    let model: OllamaModelName
    if let named { model = named } else { model = try report.onlyLocalModel.get() }
    answer.model = model.text
    let refiner = OllamaRefiner(OllamaConfiguration(model: model), at: RefinerOnce.endpoint)
    if case .notReady(let failure) = await refiner.readiness() { throw failure }
    answer.ready = true
  }

  private static func text(_ answer: Answer) -> String {
    var text = answer.version.map { "Ollama \($0) answers at 127.0.0.1:11434\n" } ?? ""
    let width = answer.models.map(\.name.count).max() ?? 0
    for model in answer.models {
      let name = model.name + String(repeating: " ", count: width - model.name.count)
      let digest = model.digest.map { String($0.prefix(12)) } ?? "no digest   "
      let place =
        model.isLocal ? (model.isLoaded ? "local, loaded" : "local") : "on another machine, never used"
      text += "\(model.name == answer.model ? "*" : " ") \(name)  \(digest)  \(size(model.bytes))  \(place)\n"
    }
    if let problem = answer.problem { return text + "not ready: \(problem)\n" }
    return text + "ready: \(answer.model ?? "")\n"
  }

  /// "  2.0 GB"
  private static func size(_ bytes: Int?) -> String {
    guard let bytes else { return "     ?  " }
    let tenths = bytes / 100_000_000
    let text = tenths > 0 ? "\(tenths / 10).\(tenths % 10) GB" : "\(bytes / 1_000_000) MB"
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}
