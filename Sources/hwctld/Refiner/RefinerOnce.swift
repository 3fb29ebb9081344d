import CommandSyntax
import Refinement
import SystemCalls
import Terminal

/// `hwctl refiner ...`: the refiner of the daemon, once, in the foreground.
enum RefinerOnce {
  static func run(_ invocation: Invocation) async {
    switch invocation.path.last {
    case "status": await RefinerStatusOnce.run(invocation)
    case "test": await RefinerTestOnce.run(invocation)
    default: await RefinerEvalOnce.run(invocation)
    }
  }

  static var endpoint: LoopbackEndpoint { .ollama(relay: Directories.standard().ollamaRelay) }

  /// The model that the command line names; nil where it names none.
  static func namedModel(_ invocation: Invocation) -> OllamaModelName? {
    guard let text = invocation.values["model"] else { return nil }
    guard let name = OllamaModelName(text) else {
      Terminal.fail(.usage, "'\(text)' cannot be the name of a model (--model).")
    }
    return name
  }

  /// The one named, else the only local one; ends the program where there is none to choose.
  static func model(_ invocation: Invocation) async -> OllamaModelName {
    if let name = namedModel(invocation) { return name }
    do throws(RefinerFailure) {
      return try await OllamaReport.read(at: endpoint).onlyLocalModel.get()
    } catch {
      Terminal.fail(.failed, explain(error, model: "MODEL"))
    }
  }

  /// The refiner with its model in memory: loading is not what is to be measured.
  static func readyRefiner(_ invocation: Invocation) async -> (refiner: OllamaRefiner, model: OllamaModelName)
  {
    let model = await model(invocation)
    return (await ready(model), model)
  }

  static func ready(_ model: OllamaModelName) async -> OllamaRefiner {
    let refiner = OllamaRefiner(OllamaConfiguration(model: model), at: endpoint)
    do throws(RefinerFailure) {
      try await refiner.prepare { Terminal.complain("loading \(model) ...") }
    } catch {
      Terminal.fail(.failed, explain(error, model: model.text))
    }
    return refiner
  }

  static func limit(_ invocation: Invocation) -> Duration {
    guard let text = invocation.values["seconds"] else { return RequestLimits.time }
    guard let seconds = Int(text), (1...600).contains(seconds) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 1 to 600 (--seconds).")
    }
    return .seconds(seconds)
  }

  static func explain(_ failure: RefinerFailure, model: String) -> String {
    failure.reason.message(model: model) + (failure.detail.map { " (\($0))" } ?? "")
  }
}

extension OllamaReport {
  /// What is used when nobody names one.
  var onlyLocalModel: Result<OllamaModelName, RefinerFailure> {
    let local = models.filter { !$0.isRemote }.compactMap { OllamaModelName($0.name) }
    if local.count == 1 { return .success(local[0]) }
    let names = local.map(\.text).joined(separator: ", ")
    return .failure(
      local.isEmpty
        ? RefinerFailure(.modelMissing, detail: "no local model is installed")
        : RefinerFailure(.off, detail: "name one with --model: \(names)"))
  }
}
