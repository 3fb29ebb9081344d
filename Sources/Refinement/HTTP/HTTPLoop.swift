internal import CCurl
internal import Domain
internal import Glibc
internal import SystemCalls

/// The client's thread: starts, watches and ends transfers.
final class HTTPLoop {
  /// A multi handle on its way to the thread that owns it.
  ///
  /// `@unchecked Sendable`: made before the thread starts, used by it alone, curl_multi_wakeup(3) excepted.
  struct Handle: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer

    init() {
      // Nothing of TLS or Windows sockets is needed. Later calls only count.
      curl_global_init(0)
      guard let multi = curl_multi_init() else { preconditionFailure("libcurl has no memory for a handle") }
      self.multi = multi
    }
  }

  /// One session refines at a time and warms up the next; what is more is a caller that runs away.
  private static let maximumTransfers = 8

  /// Connections kept for the next request; a model's answer and a look at its digest may overlap.
  private static let keptConnections = 2

  private let multi: UnsafeMutableRawPointer
  private let endpoint: LoopbackEndpoint
  private let inbox: HTTPInbox
  private var transfers: [UInt64: HTTPTransfer] = [:]

  init(_ handle: Handle, _ endpoint: LoopbackEndpoint, inbox: HTTPInbox) {
    multi = handle.multi
    self.endpoint = endpoint
    self.inbox = inbox
    hwctl_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
  }

  func run() {
    while let orders = inbox.take() {
      for order in orders { carryOut(order) }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      endFinished()
      endOverdue(.now())
      var count: Int32 = 0
      curl_multi_poll(multi, nil, 0, milliseconds, &count)
    }
    for id in transfers.keys { end(id, .failure(.closed)) }
    curl_multi_cleanup(multi)
  }

  private func carryOut(_ order: HTTPInbox.Order) {
    switch order {
    case .cancel(let id): end(id, .failure(.cancelled))
    case .start(let id, let request, let completion):
      guard transfers.count < Self.maximumTransfers else { return completion(.failure(.overloaded)) }
      let transfer = HTTPTransfer(id, request, endpoint, completion)
      transfers[id] = transfer
      curl_multi_add_handle(multi, transfer.easy)
    }
  }

  private func endFinished() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      // Read before the handle is removed, which frees the message.
      let code = hwctl_curl_result(message)
      guard let transfer = transfers.values.first(where: { $0.easy == easy }) else { continue }
      end(transfer.id, transfer.result(code))
    }
  }

  private func endOverdue(_ now: MonotonicInstant) {
    for transfer in transfers.values where transfer.request.deadline <= now {
      end(transfer.id, .failure(.timedOut))
    }
  }

  /// Removing a handle that is not done closes its connection: the server stops generating (facts: 499, client gone).
  private func end(_ id: UInt64, _ result: Result<HTTPReply, HTTPFailure>) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.complete(result)
  }

  /// Until the next deadline, rounded up so that nothing wakes before its time and spins.
  private var milliseconds: Int32 {
    guard let deadline = transfers.values.map(\.request.deadline).min() else { return .max }
    let nanoseconds = max(0, deadline.nanoseconds - MonotonicInstant.now().nanoseconds)
    return Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
  }
}
