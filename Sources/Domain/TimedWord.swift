/// A word, or a piece of text, and when it was said.
public struct TimedWord: Hashable, Sendable {
  public var text: String
  /// From the start of the session's audio.
  public var start: Duration
  /// Not before `start`.
  public var end: Duration

  public init(text: String, start: Duration, end: Duration) {
    self.text = text
    self.start = start
    self.end = end
  }
}
