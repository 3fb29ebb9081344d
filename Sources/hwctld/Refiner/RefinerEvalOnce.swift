import CommandSyntax
import Glibc
import Refinement
import SystemCalls
import Terminal

/// `hwctl refiner eval`
enum RefinerEvalOnce {
  static func run(_ invocation: Invocation) async {
    let cases = readCases(invocation)
    let limit = RefinerOnce.limit(invocation)
    let (refiner, model) = await RefinerOnce.readyRefiner(invocation)
    let router = RefinerRouter(refiner: refiner)
    let showsAll = invocation.flags.contains("all")
    let isJSON = invocation.flags.contains("json")
    let report = await Evaluation(router, limit: limit).run(cases, model: model.text) { number, result in
      let line = "\(number)/\(cases.count) \(result.class)/\(result.name): \(result.summary)"
      Terminal.complain(line)
      if !isJSON, showsAll || !result.passes { Terminal.print(result.details) }
    }
    await router.shutDown()
    if isJSON { Terminal.print(json: report) } else { Terminal.print(report.table) }
  }

  private static func readCases(_ invocation: Invocation) -> [EvaluationCase] {
    guard let path = invocation.values["cases"] ?? ProgramFiles.evaluationCases else {
      Terminal.fail(.failed, "evaluation/refinement.json is not installed: name a file with --cases.")
    }
    do throws(SystemError) {
      let json = try Files.read(path, limit: 10_000_000)
      do throws(EvaluationCorpus.Problem) { return try EvaluationCorpus(json: json).cases } catch {
        Terminal.fail(.invalidFile, "\(path) is not valid: \(error.message)")
      }
    } catch {
      Terminal.fail(.invalidFile, "\(error).")
    }
  }
}

extension EvaluationReport.Result {
  /// "right, refined, 812 ms"
  fileprivate var summary: String {
    let way = verdict.flatMap { fallback == nil ? nil : "rejected as \($0)" } ?? fallback ?? "refined"
    return "\(passes ? "right" : "NOT right"), \(way), \(milliseconds) ms"
  }

  fileprivate var details: String {
    var text = "\(`class`)/\(name): \(summary)\n  delivered: \(shown(delivered))\n"
    if let rejected { text += "  rejected:  \(shown(rejected))\n" }
    return text
  }

  private func shown(_ text: String) -> String { text.replacing("\n", with: " / ") }
}

extension EvaluationReport {
  fileprivate var table: String {
    var rows = [["class", "cases", "right", "refined", "of those wrong", "fell back"]]
    rows += classes.sorted { $0.key < $1.key }.map { row($0.key, $0.value) }
    rows.append(row("all", total))
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = "\n"
    for row in rows {
      let cells = row.enumerated().map { index, cell in
        let space = String(repeating: " ", count: widths[index] - cell.count)
        return index == 0 ? cell + space : space + cell
      }
      text += cells.joined(separator: "  ") + "\n"
    }
    if !total.fallbacks.isEmpty {
      let reasons = total.fallbacks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      text += "\nfell back: " + reasons.map { "\($0.key) \($0.value)" }.joined(separator: ", ") + "\n"
    }
    text += "time: median \(millisecondsMedian) ms, 95 in 100 within \(milliseconds95) ms\n"
    return text + "model: \(model) \(modelDigest?.prefix(12) ?? ""), prompt \(promptRevision)\n"
  }

  private func row(_ name: String, _ score: Score) -> [String] {
    [name]
      + [score.cases, score.passed, score.refined, score.refinedWrong, score.cases - score.refined].map {
        "\($0)"
      }
  }
}
