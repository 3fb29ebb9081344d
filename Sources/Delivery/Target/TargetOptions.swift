/// How targets are captured.
public struct TargetOptions: Hashable, Sendable {
  /// For one question to an application. Answers take 0.1 to 0.4 ms; an application that is at work may take longer.
  public var callLimit = Duration.milliseconds(100)
  /// For a whole capture, and for one proof. A capture runs while the user begins to speak.
  public var totalLimit = Duration.milliseconds(250)

  public init() {}
}
