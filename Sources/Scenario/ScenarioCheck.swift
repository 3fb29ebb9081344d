internal import Domain

/// Compares effects with what a scenario expects. Every effect must be expected at its own time and in its order.
public struct ScenarioCheck: Sendable {
  /// Effects that no line has expected yet.
  private var open: [(effect: ScenarioEffect, time: Duration)] = []
  /// "line 6: expected end localDictation, nothing came"
  public private(set) var failures: [String] = []

  public init() {}

  public mutating func observe(_ effects: [ScenarioEffect], at time: Duration) {
    open += effects.map { ($0, time) }
  }

  /// Call for every line in turn, inputs too: an effect must be expected before the time goes on.
  public mutating func reach(_ line: TimedLine) {
    while let first = open.first, first.time < line.time {
      open.removeFirst()
      fail(line, "\(Self.words(first.effect)) at \(first.time.wholeMilliseconds) ms was not expected")
    }
    guard case .expect(let expectation) = line.event else { return }
    let effect = open.first?.effect
    if expectation == .nothing {
      if let effect { fail(line, "expected nothing, \(Self.words(effect)) came") }
    } else if let effect {
      open.removeFirst()
      if !Self.matches(effect, expectation) {
        fail(line, "expected \(ScenarioText.words(expectation)), \(Self.words(effect)) came")
      }
    } else {
      fail(line, "expected \(ScenarioText.words(expectation)), nothing came")
    }
  }

  /// After the last line.
  public mutating func finish() {
    failures += open.map { "at the end: \(Self.words($0.effect)) was not expected" }
    open = []
  }

  private mutating func fail(_ line: TimedLine, _ message: String) {
    failures.append("line \(line.number): \(message)")
  }

  private static func matches(_ effect: ScenarioEffect, _ expectation: ScenarioExpectation) -> Bool {
    switch (effect, expectation) {
    case (.begin(let action, _), .begin(let expected)):
      action == expected
    case (.end(let action, let reason), .end(let expected, let expectedReason)),
      (.cancel(let action, let reason), .cancel(let expected, let expectedReason)):
      action == expected && (expectedReason ?? reason) == reason
    default:
      false
    }
  }

  private static func words(_ effect: ScenarioEffect) -> String { ScenarioText.words(effect.expectation) }
}
