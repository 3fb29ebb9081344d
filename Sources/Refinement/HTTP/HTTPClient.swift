internal import CCurl
internal import Domain
internal import Synchronization
internal import SystemCalls

/// HTTP to one loopback port, by libcurl's multi interface on a thread of its own, so that nothing here waits.
///
/// The thread starts with the first request and sleeps without a timer between requests.
final class HTTPClient: Sendable {
  private let inbox: HTTPInbox
  private let numbers = Atomic<UInt64>(0)

  init(_ endpoint: LoopbackEndpoint) { inbox = HTTPInbox(endpoint) }

  deinit { inbox.close() }

  /// Sends a request; a cancelled task cancels it.
  ///
  /// - Returns: once, at the request's deadline at the latest; within about a millisecond of a cancellation.
  func reply(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let id = nextID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<HTTPReply, HTTPFailure>, Never>) in
        send(request, as: id) { continuation.resume(returning: $0) }
        // The handler may have run before there was anything to cancel; the task knows it was cancelled before that.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    return try result.get()
  }

  func nextID() -> UInt64 { numbers.wrappingAdd(1, ordering: .relaxed).newValue }

  /// - Parameter completion: called once, on the client's thread.
  func send(_ request: HTTPRequest, as id: UInt64, completion: @escaping HTTPInbox.Completion) {
    inbox.post(.start(id, request, completion))
  }

  /// Nothing when it has ended, or has not begun.
  func cancel(_ id: UInt64) { inbox.post(.cancel(id)) }
}

/// What other threads leave for the client's thread, in order.
final class HTTPInbox: Sendable {
  typealias Completion = @Sendable (Result<HTTPReply, HTTPFailure>) -> Void

  enum Order: Sendable {
    case start(UInt64, HTTPRequest, Completion)
    case cancel(UInt64)
  }

  private enum Phase {
    case idle
    /// The multi handle, for waking the thread: curl_multi_wakeup(3) alone may be called from other threads.
    case running(UnsafeMutableRawPointer)
    case closed
  }

  private struct Contents {
    var phase = Phase.idle
    var orders: [Order] = []
  }

  private let endpoint: LoopbackEndpoint
  private let contents = Mutex(Contents())

  init(_ endpoint: LoopbackEndpoint) { self.endpoint = endpoint }

  func post(_ order: Order) {
    let isClosed = contents.withLock { contents in
      switch contents.phase {
      case .closed: return true
      case .running(let multi):
        contents.orders.append(order)
        // Inside the lock: after `finish` the handle is gone.
        curl_multi_wakeup(multi)
      case .idle:
        contents.orders.append(order)
        let loop = HTTPLoop.Handle()
        contents.phase = .running(loop.multi)
        Thread(name: "http") { [self] in HTTPLoop(loop, endpoint, inbox: self).run() }.start()
      }
      return false
    }
    if isClosed, case .start(_, _, let completion) = order { completion(.failure(.closed)) }
  }

  /// Ends the thread; what is open ends as `.closed`.
  func close() {
    contents.withLock { contents in
      if case .running(let multi) = contents.phase { curl_multi_wakeup(multi) }
      contents.phase = .closed
    }
  }

  /// - Returns: nil when the client was closed and everything waiting has been taken.
  func take() -> [Order]? {
    contents.withLock { contents in
      let orders = contents.orders
      contents.orders = []
      if case .closed = contents.phase, orders.isEmpty { return nil }
      return orders
    }
  }
}
