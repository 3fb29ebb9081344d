internal import CSystemd

/// Hearing and sending signals.
extension BusConnection {
  /// Hears the signals that a rule lets in, from the next message on: a call made after this cannot be answered by a signal
  /// that is missed. A signal that cannot be read is dropped.
  ///
  /// - Throws: `disconnected`, or `invalidMessage` for a rule that is none.
  @discardableResult
  public func subscribe(
    _ match: BusMatch, _ handler: @escaping (BusMessage) -> Void
  ) throws(BusError) -> BusSubscription {
    guard let handle else { throw BusError(.disconnected, detail: "there is no connection") }
    guard let text = match.text else {
      throw BusError(.invalidMessage, detail: "an apostrophe in a match rule")
    }
    let subscription = SignalSubscription(handler)
    let code = sd_bus_add_match_async(
      handle, &subscription.slot, text, heard, installed, Unmanaged.passUnretained(subscription).toOpaque())
    guard code >= 0 else { throw BusError(sending: code) }
    let number = nextNumber()
    subscriptions[number] = subscription
    return BusSubscription(number: number)
  }

  /// No more signals after this. A subscription of an earlier connection is none any more.
  public func cancel(_ subscription: BusSubscription) {
    subscriptions.removeValue(forKey: subscription.number)?.end()
  }

  /// Sends a signal to everybody who asked for it.
  public func emit(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws(BusError) {
    guard let handle else { throw BusError(.disconnected, detail: "there is no connection") }
    var made: OpaquePointer?
    let code = sd_bus_message_new_signal(handle, &made, path, interface, member)
    guard code >= 0, let message = made else { throw BusError(sending: code) }
    defer { sd_bus_message_unref(message) }
    try MessageWriter.append(arguments, to: message)
    let sent = sd_bus_send(handle, message, nil)
    guard sent >= 0 else { throw BusError(sending: sent) }
  }
}

/// Names a subscription.
public struct BusSubscription: Hashable, Sendable {
  let number: Int
}

final class SignalSubscription {
  let handler: (BusMessage) -> Void
  var slot: OpaquePointer?

  init(_ handler: @escaping (BusMessage) -> Void) { self.handler = handler }

  /// After this sd-bus does not come back to this object.
  func end() { slot = sd_bus_slot_unref(slot) }
}

/// Returns 0, so that other subscriptions hear the same signal.
private let heard: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let userdata else { return 0 }
  let subscription = Unmanaged<SignalSubscription>.fromOpaque(userdata).takeUnretainedValue()
  // Another subscription's handler read the same message before.
  sd_bus_message_rewind(message, 1)
  if let signal = try? MessageReader.message(message) { subscription.handler(signal) }
  return 0
}

/// Without a callback of its own sd-bus closes the connection when the bus refuses a rule, as it may at its limit of rules
/// for one connection. Then only this rule's signals are missing.
private let installed: sd_bus_message_handler_t = { _, _, _ in 0 }
