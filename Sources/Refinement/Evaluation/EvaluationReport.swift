internal import Domain
internal import Transcript

/// What an evaluation found.
public struct EvaluationReport: Hashable, Sendable, Encodable {
  public struct Result: Hashable, Sendable, Encodable {
    public var `class`: String
    public var name: String
    public var passes: Bool
    /// What would have been delivered: the refined text, or Edited.
    public var delivered: String
    /// A `FallbackReason`; nil when it was refined.
    public var fallback: String?
    /// The code of the judgement; nil where nothing was judged.
    public var verdict: String?
    /// What the model wrote when that was rejected.
    public var rejected: String?
    public var milliseconds: Int64

    public init(_ item: EvaluationCase, _ outcome: RefinementOutcome) {
      let evidence = outcome.evidence
      self.class = item.class
      name = item.name
      verdict = evidence.verdict
      milliseconds = evidence.duration.wholeMilliseconds
      switch outcome {
      case .refined(let document, _): delivered = document.rendered(.structured)
      case .fallback(let reason, _):
        delivered = item.text
        fallback = reason.rawValue
        rejected = reason == .rejected ? evidence.proposal?.rendered(.structured) : nil
      }
      passes = item.passes(delivered)
    }
  }

  /// Of one class, or of all.
  public struct Score: Hashable, Sendable, Encodable {
    public var cases = 0
    /// What would have been delivered is right.
    public var passed = 0
    /// What the model wrote would have been delivered.
    public var refined = 0
    /// Refined, and wrong: what nobody wants.
    public var refinedWrong = 0
    /// Why Edited would have been delivered, and how often; with the verdict's code where something was rejected.
    public var fallbacks: [String: Int] = [:]

    mutating func add(_ result: Result) {
      cases += 1
      passed += result.passes ? 1 : 0
      refined += result.fallback == nil ? 1 : 0
      refinedWrong += result.fallback == nil && !result.passes ? 1 : 0
      guard let fallback = result.fallback else { return }
      let why = result.verdict.map { "\(fallback): \($0)" } ?? fallback
      fallbacks[why, default: 0] += 1
    }
  }

  public var model: String
  public var modelDigest: String?
  public var promptRevision: String
  public var total = Score()
  public var classes: [String: Score] = [:]
  /// Of all cases, those that fell back too.
  public var millisecondsMedian: Int64 = 0
  public var milliseconds95: Int64 = 0
  public var results: [Result]

  public init(model: String, modelDigest: String?, promptRevision: String, results: [Result]) {
    self.model = model
    self.modelDigest = modelDigest
    self.promptRevision = promptRevision
    self.results = results
    for result in results {
      total.add(result)
      classes[result.class, default: Score()].add(result)
    }
    let times = results.map(\.milliseconds).sorted()
    millisecondsMedian = Self.quantile(times, 50)
    milliseconds95 = Self.quantile(times, 95)
  }

  /// The smallest that so many in a hundred do not exceed.
  private static func quantile(_ sorted: [Int64], _ percent: Int) -> Int64 {
    guard !sorted.isEmpty else { return 0 }
    return sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
