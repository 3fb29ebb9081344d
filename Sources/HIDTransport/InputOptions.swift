public import Drivers

/// How the input thread works; given at its start.
public struct InputOptions: Sendable {
  /// Whose nodes are opened: the catalogue, with what the user has picked and taught.
  public var models: KnownModels
  /// All Controls of a Device, two at least, held for so long let go of everything; nil: they do nothing special.
  public var panicHold: Duration?

  /// Longer than any chord is held in earnest, short enough to be remembered when something is stuck.
  public static let usualPanicHold = Duration.seconds(3)

  public init(models: KnownModels = KnownModels(), panicHold: Duration? = usualPanicHold) {
    self.models = models
    self.panicHold = panicHold
  }
}

/// Why every Device is let go of. Several may hold at once; all must be over before the Devices are taken again.
public enum SuspendReason: String, CaseIterable, Hashable, Sendable {
  /// The session is locked, or another user's is in front.
  case session
  /// The machine goes to sleep.
  case sleep
  case panic
}

extension InputThread {
  /// Releases all that is pressed, detaches and ungrabs every Device, and takes no new ones until `resume`.
  ///
  /// Returns at once; the sink is told on the input thread. False when the thread is not running.
  @discardableResult
  public func suspend(_ reason: SuspendReason) -> Bool { performInLoop { $0.suspend(reason) } }

  /// Takes every Device again, as if it had just been plugged in, once no other reason is left.
  @discardableResult
  public func resume(_ reason: SuspendReason) -> Bool { performInLoop { $0.resume(reason) } }

  /// Looks for nodes that udev has not told of, as after a resume.
  @discardableResult
  public func rescan() -> Bool { performInLoop { $0.findNodes() } }

  /// Goes by other models from now on: nodes whose model has changed are let go of and taken anew.
  @discardableResult
  public func adopt(_ models: KnownModels) -> Bool { performInLoop { $0.adopt(models) } }
}
