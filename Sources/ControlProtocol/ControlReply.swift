/// One line from `hwctld`: exactly one of `error`, `status`, `event`, `lines`, `learning`,
/// `redelivered` is set, or none of them for "done".
public struct ControlReply: Codable, Hashable, Sendable {
  public var version = ControlRequest.currentVersion
  public var error: ControlFailure?
  public var status: StatusReport?
  public var event: MonitorEvent?
  /// Of a recording, without their newlines.
  public var lines: [String]?
  public var learning: LearningStep?
  public var redelivered: RedeliveredText?

  public init(
    error: ControlFailure? = nil, status: StatusReport? = nil, event: MonitorEvent? = nil,
    lines: [String]? = nil, learning: LearningStep? = nil, redelivered: RedeliveredText? = nil
  ) {
    self.error = error
    self.status = status
    self.event = event
    self.lines = lines
    self.learning = learning
    self.redelivered = redelivered
  }
}

/// Why the daemon did not do what was asked.
public struct ControlFailure: Codable, Hashable, Sendable, Error {
  public enum Code: String, Codable, CaseIterable, Sendable {
    case badRequest
    /// A well-formed request that this version of the daemon does not know.
    case unknownRequest
    case unsupportedVersion
    case unknownAction
    case unknownProfile
    case invalidProfiles
    case unknownDevice
    case notReady
    case tooManyClients
    case notSaved
    case notDelivered
  }

  public var code: Code
  /// What failed, on what, why, and what to do.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
