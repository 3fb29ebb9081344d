public import Domain
public import Drivers

/// Writes a recording of one Device line by line, as things happen: a text that `Scenario.parse` reads.
public struct RecordingWriter: Sendable {
  /// What the Device is called in the text.
  public static let deviceName = "unit"

  /// The lines that come first.
  public let header: [String]
  private let start: MonotonicInstant
  private var last = Duration.zero
  private var hasLines = false

  /// - Parameters:
  ///   - title: one line, which says what was done.
  ///   - taught: the Device as its owner has taught it, where it is not in the catalogue.
  ///   - start: when the clock of the recording begins.
  public init(title: String, model: ModelID, taught: LearnedDevice?, start: MonotonicInstant) {
    header =
      ["# \(title)"] + (taught.map(ScenarioText.taught) ?? []) + ["device \(Self.deviceName) \(model)"]
    self.start = start
  }

  /// Nil for what the format does not have, such as a frame without a key, scan code or axis. Times never go back, and
  /// what happened before the start counts as happening at it.
  public mutating func line(_ input: ScenarioInput, at instant: MonotonicInstant) -> String? {
    switch input {
    case .frame(_, let events) where !ScenarioText.isWritable(events): return nil
    // Where a recording begins, nothing is down unless it says so.
    case .dropped(_, let keys) where keys.isEmpty && !hasLines: return nil
    default: break
    }
    last = max(last, start.duration(to: instant))
    hasLines = true
    return ScenarioText.line(TimedLine(time: last, event: .input(input)))
  }

  /// Ranges stand before the first timed line; later ones are the same, of the same Device plugged in again.
  public func lines(axes: [UInt16: AxisRange]) -> [String] {
    hasLines ? [] : ScenarioText.axes(axes, of: Self.deviceName)
  }

  /// A comment for what could not be written.
  public func gap(_ events: Int) -> String { "# \(events) events are missing here: they came too fast." }
}
