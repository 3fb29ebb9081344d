internal import CSystemd
internal import Domain
internal import Glibc

/// Asking other programs.
extension BusConnection {
  /// Calls a method.
  ///
  /// - Parameters:
  ///   - timeLimit: from now; a connection that is still being made counts. When it passes, what was asked may still
  ///     happen, and a late answer is dropped.
  ///   - completion: called exactly once, except after `cancel`.
  /// - Returns: for `cancel`.
  @discardableResult
  public func call(
    _ call: BusCall, timeLimit: Duration, _ completion: @escaping (Result<BusMessage, BusError>) -> Void
  ) -> BusCallToken {
    let pending = PendingCall(number: nextNumber(), connection: self, completion: completion)
    do throws(BusError) {
      try start(pending, call, timeLimit)
    } catch {
      soon.append { completion(.failure(error)) }
    }
    return BusCallToken(number: pending.number)
  }

  /// Forgets a call: its completion is not called. The other program is not told.
  public func cancel(_ token: BusCallToken) {
    guard let call = pending.removeValue(forKey: token.number) else { return }
    call.end()
    if let timer = call.timer { cancel(timer) }
  }

  /// The name's owner, nil when nobody has it.
  public func owner(
    of name: String, timeLimit: Duration, _ completion: @escaping (Result<String?, BusError>) -> Void
  ) {
    call(.toBus("GetNameOwner", [.string(name)]), timeLimit: timeLimit) { result in
      completion(
        Result { () throws(BusError) -> String? in
          do throws(BusError) {
            return try result.get().argument(0, \.string)
          } catch {
            if error.code == .unknownName { return nil }
            throw error
          }
        })
    }
  }

  private func start(_ call: PendingCall, _ request: BusCall, _ timeLimit: Duration) throws(BusError) {
    guard let handle else { throw BusError(.disconnected, detail: "there is no connection") }
    var queued: UInt64 = 0
    guard pending.count < Self.maximumPendingCalls,
      sd_bus_get_n_queued_write(handle, &queued) >= 0, queued < Self.maximumQueuedMessages
    else { throw BusError(.overloaded) }
    let message = try make(request, handle)
    defer { sd_bus_message_unref(message) }
    // The limit is our own timer: sd-bus's own would look like an answer of the peer.
    let code = sd_bus_call_async(
      handle, &call.slot, message, answered, Unmanaged.passUnretained(call).toOpaque(), UInt64.max)
    guard code >= 0 else { throw BusError(sending: code) }
    pending[call.number] = call
    call.timer = after(timeLimit) { [unowned self, number = call.number] in
      guard let call = pending.removeValue(forKey: number) else { return }
      call.end()
      call.completion(.failure(BusError(.timedOut)))
    }
  }

  private func make(_ call: BusCall, _ handle: OpaquePointer) throws(BusError) -> OpaquePointer {
    var made: OpaquePointer?
    let code = sd_bus_message_new_method_call(
      handle, &made, call.destination, call.path, call.interface, call.member)
    guard code >= 0, let message = made else { throw BusError(sending: code) }
    do throws(BusError) {
      if !call.startsService { sd_bus_message_set_auto_start(message, 0) }
      try MessageWriter.append(call.arguments, to: message)
      return message
    } catch {
      sd_bus_message_unref(message)
      throw error
    }
  }

  fileprivate func finish(_ number: Int, _ message: OpaquePointer) {
    guard let call = pending.removeValue(forKey: number) else { return }
    if let timer = call.timer { cancel(timer) }
    call.end()
    call.completion(result(message))
  }

  /// A connection that ends is no answer of the peer, although sd-bus words it as one.
  private func result(_ message: OpaquePointer) -> Result<BusMessage, BusError> {
    if let error = sd_bus_message_get_error(message) {
      guard let handle, sd_bus_is_open(handle) > 0 else { return .failure(BusError(.disconnected)) }
      return .failure(BusError(error))
    }
    return Result { () throws(BusError) in try MessageReader.message(message) }
  }

  func fail(_ call: PendingCall, _ error: BusError) {
    if let timer = call.timer { cancel(timer) }
    call.end()
    soon.append { call.completion(.failure(error)) }
  }
}

/// Names a call whose answer is awaited.
public struct BusCallToken: Hashable, Sendable {
  let number: Int
}

final class PendingCall {
  let number: Int
  unowned let connection: BusConnection
  let completion: (Result<BusMessage, BusError>) -> Void
  var slot: OpaquePointer?
  var timer: BusTimer?

  init(
    number: Int, connection: BusConnection, completion: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    self.number = number
    self.connection = connection
    self.completion = completion
  }

  /// After this sd-bus does not come back to this object.
  func end() { slot = sd_bus_slot_unref(slot) }
}

/// sd-bus's callback. The object is alive: it ends its slot before it goes.
private let answered: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let userdata else { return 0 }
  let call = Unmanaged<PendingCall>.fromOpaque(userdata).takeUnretainedValue()
  call.connection.finish(call.number, message)
  return 1
}

extension BusError {
  init(_ error: UnsafePointer<sd_bus_error>) {
    self.init(
      name: error.pointee.name.map { String(cString: $0) } ?? "",
      detail: error.pointee.message.map { String(cString: $0) })
  }

  /// A message that sd-bus did not take.
  init(sending code: CInt) {
    switch code {
    case -ENOTCONN, -ECONNRESET, -EPIPE: self.init(.disconnected, detail: code.explanation)
    case -ENOBUFS, -ENOMEM: self.init(.overloaded, detail: code.explanation)
    default: self.init(.invalidMessage, detail: code.explanation)
    }
  }
}
