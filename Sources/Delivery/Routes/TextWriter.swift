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

  private let chooser: RouteChooser
  private let preference: DeliveryRoute
  private let routes: Routes
  /// Proves leases; nil where targets are never captured.
  private let reader: TargetReader?
  private let queue = DispatchQueue(label: "hwctl.delivery", qos: .userInitiated)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - keyboard: the virtual keyboard, or why there is none; only typed keys use it.
  ///   - keymap: read again for each text, since the layout may change.
  ///   - finder: the one that captures the targets.
  public convenience init(
    route: DeliveryRoute, keyboard: Result<VirtualKeyboard, DeliveryError>,
    keymap: KeymapSource = .automatic(KeyboardLayout()), options: TypingOptions = TypingOptions(),
    finder: TargetFinder? = nil, unverified: UnverifiedPolicy = .deliver
  ) {
    let uinput = UinputRoute(keyboard: keyboard, keymap: keymap, options: options)
    self.init(
      route: route, routes: Routes.current(uinput, finder), reader: finder?.reader, unverified: unverified)
  }

  init(
    route: DeliveryRoute, routes: Routes, reader: TargetReader?, unverified: UnverifiedPolicy = .deliver
  ) {
    chooser = RouteChooser(preference: route, unverified: unverified)
    preference = route
    self.routes = routes
    self.reader = reader
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
    let choice = chooser.candidates(for: text, target).flatMap {
      routes.first(of: $0, for: text, target, sink: preference)
    }
    switch choice {
    case .failure(let reason): return (.undecided, .kept(reason))
    case .success(let route):
      var isFirst = true
      let prove = { [self] in
        defer { isFirst = false }
        return problem(target, isFirst: isFirst)
      }
      return (route.name, route.deliver(text, to: target, prove: prove, isCancelled: isCancelled))
    }
  }

  private func problem(_ target: Target?, isFirst: Bool) -> KeptReason? {
    guard let target, let reader else { return nil }
    return reader.problem(target.lease, isFirst: isFirst).map(KeptReason.target)
  }
}
