internal import Dispatch
public import MessageBus

/// Finds what has the focus.
public final class TargetFinder: Sendable {
  let reader: TargetReader
  private let queue = DispatchQueue(label: "hwctl.target", qos: .userInitiated)

  /// Begins to listen for the focus, in the background.
  ///
  /// - Parameter session: the user's bus; nil to look at windows only.
  public convenience init(session: MessageBus?, options: TargetOptions = TargetOptions()) {
    self.init(
      reader: TargetReader(
        accessibility: session.map(AccessibilityBus.init), windows: WindowSystems.current(), options: options)
    )
  }

  init(reader: TargetReader) { self.reader = reader }

  /// Looks at the focus. Returns at once; completes exactly once, on the finder's queue, within `TargetOptions.totalLimit` and
  /// a scheduling delay.
  public func capture(completion: @escaping @Sendable (TargetCapture) -> Void) {
    queue.async { [reader] in completion(reader.capture()) }
  }

  /// Whether the focus is heard of by now.
  public var isListening: Bool { reader.accessibility?.isListening ?? false }

  /// The name of the window system that is asked for the active window; nil where there is none that tells.
  public var windowSystem: String? { reader.windows?.name }
}
