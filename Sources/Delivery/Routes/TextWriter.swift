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

  private let preference: DeliveryRoute
  private let routes: Routes
  private let queue = DispatchQueue(label: "hwctl.delivery", qos: .userInitiated)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - keyboard: the virtual keyboard, or why there is none; only the route `typedKeys` uses it.
  ///   - keymap: read again for each text, since the layout may change.
  public init(
    route: DeliveryRoute, keyboard: Result<VirtualKeyboard, DeliveryError>,
    keymap: KeymapSource = .automatic(KeyboardLayout()), options: TypingOptions = TypingOptions()
  ) {
    preference = route
    routes = Routes(keys: [UinputRoute(keyboard: keyboard, keymap: keymap, options: options)])
  }

  /// Delivers a text; the report comes on the writer's queue, once.
  ///
  /// - Parameter target: nil for whatever has the focus, unverified.
  public func deliver(
    _ text: String, to target: Target?, completion: @escaping @Sendable (DeliveryReport) -> Void
  ) {
    let ticket: Int? = state.withLock { state in
      guard state.waiting < Self.waitingLimit else { return nil }
      state.waiting += 1
      state.lastTicket += 1
      return state.lastTicket
    }
    queue.async { [self] in
      let start = MonotonicInstant.now()
      let (route, outcome) =
        ticket.map { deliver(text, to: target, ticket: $0) } ?? (.undecided, .kept(.tooManyWaiting))
      if ticket != nil { state.withLock { $0.waiting -= 1 } }
      completion(
        DeliveryReport(
          route: route, outcome: outcome, characters: text.unicodeScalars.count,
          duration: start.duration(to: .now())))
    }
  }

  /// Delivers a text to whatever has the focus, or to the sink.
  public func deliver(_ text: String, completion: @escaping @Sendable (DeliveryReport) -> Void) {
    deliver(text, to: nil, completion: completion)
  }

  /// Stops the delivery under way before its next key, and those that wait.
  public func cancel() {
    state.withLock { $0.cancelledTicket = $0.lastTicket }
  }

  private func deliver(
    _ text: String, to target: Target?, ticket: Int
  ) -> (RouteName, DeliveryReport.Outcome) {
    let isCancelled = { [self] in state.withLock { $0.cancelledTicket >= ticket } }
    if isCancelled() { return (.undecided, .kept(.cancelled)) }
    var reason = KeptReason.noRoute
    for route in candidates {
      if let obstacle = route.plan(text, for: target) {
        reason = obstacle
        continue
      }
      return (route.name, route.deliver(text, to: target, prove: { nil }, isCancelled: isCancelled))
    }
    return (.undecided, .kept(reason))
  }

  private var candidates: [any TextRoute] {
    switch preference {
    case .automatic:
      [routes.accessibility].compactMap { $0 } + routes.keys + [routes.clipboard].compactMap { $0 }
    case .accessibility: [routes.accessibility].compactMap { $0 }
    case .typedKeys: routes.keys
    case .clipboard: [routes.clipboard].compactMap { $0 }
    case .standardOutput: [SinkRoute()]
    case .file(let path): [SinkRoute(path: path)]
    }
  }
}
