internal import CPulse
internal import Dispatch
internal import Domain
internal import SystemCalls

/// One connection to the sound server, made when first wanted and made again when the server comes back.
///
/// `@unchecked Sendable`: every stored property is touched on `queue` only.
final class PulseConnection: @unchecked Sendable {
  enum State: Sendable { case disconnected, connecting, connected }

  /// A local server answers within milliseconds; one that systemd starts on connection may take a second or two.
  static let connectLimit: Duration = .seconds(3)
  /// The server is asked again after 1 s, then twice as late each time: it is mostly a restart that takes a second,
  /// and a machine with no server must not be woken for nothing.
  static let shortestRetry: Duration = .seconds(1)
  static let longestRetry: Duration = .seconds(30)

  let queue = DispatchQueue(label: "hwctl.audio", qos: .userInteractive)
  let server: String?
  private let applicationName: String
  private let onState: @Sendable (State) -> Void
  private(set) var loop: PulseMainLoop?
  private(set) var context: OpaquePointer?
  private var contextCallback: PulseCallback<(pa_context_state_t, CInt)>?
  private var state = State.disconnected { didSet { onState(state) } }
  /// Told once: nil when the connection stands.
  private var waiting: [(AudioError?) -> Void] = []
  /// Told when the connection is lost: running queries and streams.
  private var losers: [ObjectIdentifier: (AudioError) -> Void] = [:]
  /// Which context a late callback speaks of.
  private var generation = 0
  private var keepsTrying = false
  private var retryDelay = PulseConnection.shortestRetry

  init(applicationName: String, server: String?, onState: @escaping @Sendable (State) -> Void = { _ in }) {
    self.applicationName = applicationName
    self.server = server
    self.onState = onState
  }

  /// The last reference may go away in a callback, on the loop's own thread, which can neither take the lock nor stop
  /// itself: the queue tears down.
  deinit {
    guard let loop else { return }
    // Handed over whole: nobody else has a reference any more.
    nonisolated(unsafe) let context = context
    queue.async { [contextCallback] in
      withExtendedLifetime(contextCallback) { if let context { Self.drop(context, loop) } }
    }
  }

  /// Calls `body` on the queue, with nil once the server is connected, with an error when it cannot be.
  func connect(keepTrying: Bool, _ body: @escaping (AudioError?) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    keepsTrying = keepsTrying || keepTrying
    if state == .connected { return body(nil) }
    waiting.append(body)
    if state == .disconnected { start() }
  }

  func whenLost(_ owner: AnyObject, _ body: @escaping (AudioError) -> Void) {
    losers[ObjectIdentifier(owner)] = body
  }

  func forget(_ owner: AnyObject) { losers[ObjectIdentifier(owner)] = nil }

  /// The error number of the last failed call.
  func lastError() -> CInt {
    guard let loop, let context else { return CInt(PA_ERR_CONNECTIONTERMINATED.rawValue) }
    return loop.locked { pa_context_errno(context) }
  }

  private func start() {
    generation += 1
    state = .connecting
    if loop == nil { loop = PulseMainLoop() }
    guard let loop, let context = loop.locked({ loop.makeContext(applicationName) }) else {
      return fail(AudioError(.refused, detail: "no memory for a connection"))
    }
    self.context = context
    let callback = PulseCallback<(pa_context_state_t, CInt)> { [weak self, queue, generation] state, code in
      queue.async { [weak self] in self?.contextChanged(generation, state, code) }
    }
    contextCallback = callback
    let started = loop.locked {
      pa_context_set_state_callback(context, Self.contextStateCallback, callback.userData)
      // No autospawn: a daemon that holds a grabbed device does not fork.
      return pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil)
    }
    guard started >= 0 else {
      return fail(AudioError(.noServer, subject: server, detail: pulseText(lastError())))
    }
    after(Self.connectLimit) { [generation] connection in connection.giveUp(generation) }
  }

  private static let contextStateCallback: pa_context_notify_cb_t = { context, userData in
    guard let context else { return }
    PulseCallback.call(userData, (pa_context_get_state(context), pa_context_errno(context)))
  }

  private func contextChanged(_ generation: Int, _ new: pa_context_state_t, _ code: CInt) {
    guard generation == self.generation, state != .disconnected else { return }
    if new == PA_CONTEXT_READY {
      state = .connected
      retryDelay = Self.shortestRetry
      let told = waiting
      waiting = []
      for body in told { body(nil) }
    } else if new == PA_CONTEXT_FAILED || new == PA_CONTEXT_TERMINATED {
      fail(
        AudioError(state == .connected ? .serverGone : .noServer, subject: server, detail: pulseText(code)))
    }
  }

  private func giveUp(_ generation: Int) {
    guard generation == self.generation, state == .connecting else { return }
    fail(AudioError(.noServer, subject: server, detail: "no answer within \(Self.connectLimit)"))
  }

  private func fail(_ error: AudioError) {
    if let loop, let context { Self.drop(context, loop) }
    context = nil
    contextCallback = nil
    state = .disconnected
    let told = waiting
    let lost = losers
    waiting = []
    losers = [:]
    for body in told { body(error) }
    for body in lost.values { body(error) }
    retry()
  }

  private func retry() {
    guard keepsTrying else { return }
    after(retryDelay) { [generation] connection in
      guard generation == connection.generation, connection.state == .disconnected else { return }
      connection.start()
    }
    retryDelay = min(retryDelay * 2, Self.longestRetry)
  }

  /// Runs `body` on the queue later, if the connection still exists.
  private func after(_ delay: Duration, _ body: @escaping @Sendable (PulseConnection) -> Void) {
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.wholeNanoseconds))) { [weak self] in
      if let self { body(self) }
    }
  }

  private static func drop(_ context: OpaquePointer, _ loop: PulseMainLoop) {
    loop.locked {
      pa_context_set_state_callback(context, nil, nil)
      pa_context_disconnect(context)
      pa_context_unref(context)
    }
  }
}
