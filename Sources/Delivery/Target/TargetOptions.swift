/// How long is waited for what has the focus.
public struct TargetOptions: Hashable, Sendable {
  /// For one question to an application while a target is captured. Answers take 0.1 to 0.4 ms; an application that has just come
  /// to the front is often at work.
  public var callLimit = Duration.milliseconds(200)
  /// For a whole capture, which runs while the user begins to speak.
  public var totalLimit = Duration.milliseconds(500)
  /// For one proof of a lease. Longer: a target that is busy for a moment must not cost the user a delivery.
  public var proofLimit = Duration.seconds(1)

  public init() {}
}
