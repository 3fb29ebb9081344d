internal import Dispatch
internal import Domain
internal import Synchronization
internal import SystemCalls

/// Delivers texts one after the other, each exactly once, on a queue of its own.
public final class TextWriter: Sendable {
  private struct State {
    var lastTicket = 0
    /// Texts up to this ticket are cancelled.
    var cancelledTicket = 0
    var waiting = 0
  }

  /// More texts than these, spoken while one is typed, show that deliveries hang.
  public static let waitingLimit = 4

  private let route: DeliveryRoute
  private let keyboard: Result<VirtualKeyboard, DeliveryError>
  private let keymap: KeymapSource
  private let options: TypingOptions
  private let queue = DispatchQueue(label: "hwctl.delivery", qos: .userInitiated)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - keyboard: the virtual keyboard, or why there is none; only the route `typedKeys` uses it.
  ///   - keymap: read again for each text, since the layout may change.
  public init(
    route: DeliveryRoute, keyboard: Result<VirtualKeyboard, DeliveryError>,
    keymap: KeymapSource = .automatic(KeyboardLayout()), options: TypingOptions = TypingOptions()
  ) {
    self.route = route
    self.keyboard = keyboard
    self.keymap = keymap
    self.options = options
  }

  /// Delivers a text; the report comes on the writer's queue, once.
  public func deliver(_ text: String, completion: @escaping @Sendable (DeliveryReport) -> Void) {
    let ticket: Int? = state.withLock { state in
      guard state.waiting < Self.waitingLimit else { return nil }
      state.waiting += 1
      state.lastTicket += 1
      return state.lastTicket
    }
    queue.async { [self] in
      let start = MonotonicInstant.now()
      let outcome = ticket.map { deliver(text, ticket: $0) } ?? .kept(.tooManyWaiting)
      if ticket != nil { state.withLock { $0.waiting -= 1 } }
      completion(
        DeliveryReport(
          route: route, outcome: outcome, characters: text.unicodeScalars.count,
          duration: start.duration(to: .now())))
    }
  }

  /// Stops the delivery under way before its next key, and those that wait.
  public func cancel() {
    state.withLock { $0.cancelledTicket = $0.lastTicket }
  }

  private func deliver(_ text: String, ticket: Int) -> DeliveryReport.Outcome {
    let isCancelled = { [self] in state.withLock { $0.cancelledTicket >= ticket } }
    if isCancelled() { return .kept(.cancelled) }
    do throws(DeliveryError) {
      switch route {
      case .typedKeys:
        return Typist(keyboard: try availableKeyboard(), options: options, isCancelled: isCancelled)
          .type(text, keymap: keymap)
      case .standardOutput: try TextSink.writeToStandardOutput(text)
      case .file(let path): try TextSink.append(text, to: path)
      }
      return .written
    } catch {
      return .kept(route == .typedKeys ? .noKeyboard(error) : .sinkFailed(error))
    }
  }

  private func availableKeyboard() throws(DeliveryError) -> VirtualKeyboard {
    switch keyboard {
    case .success(let keyboard): return keyboard
    case .failure(let error): throw error
    }
  }
}
