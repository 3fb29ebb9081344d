internal import CSystemd
internal import Glibc

/// Being asked by other programs. Introspection, Get, GetAll, Set and Ping are answered by sd-bus.
extension BusConnection {
  /// Offers an interface at a path until the connection is lost or the export is cancelled.
  @discardableResult
  public func export(_ interface: BusInterface, at path: String) throws(BusError) -> BusExport {
    guard let handle else { throw BusError(.disconnected, detail: "there is no connection") }
    let exported = ExportedInterface(interface)
    let code = sd_bus_add_object_vtable(
      handle, &exported.slot, path, interface.name, exported.table,
      Unmanaged.passUnretained(exported).toOpaque())
    guard code >= 0 else { throw BusError(sending: code) }
    let number = nextNumber()
    exports[number] = exported
    return BusExport(number: number)
  }

  public func cancel(_ export: BusExport) { exports.removeValue(forKey: export.number)?.end() }

  /// Says that properties have new values, which are read for it now.
  public func changed(_ properties: [String], of interface: String, at path: String) throws(BusError) {
    guard let handle else { throw BusError(.disconnected, detail: "there is no connection") }
    var names: [UnsafeMutablePointer<CChar>?] = properties.map { strdup($0) }
    defer { for name in names { free(name) } }
    names.append(nil)
    let code = sd_bus_emit_properties_changed_strv(handle, path, interface, &names)
    guard code >= 0 else { throw BusError(sending: code) }
  }

  /// Takes a well-known name, from whoever has it where that one allows it.
  public func request(
    _ name: String, timeLimit: Duration, _ completion: @escaping (Result<Void, BusError>) -> Void
  ) {
    // DBUS_NAME_FLAG_REPLACE_EXISTING | DBUS_NAME_FLAG_DO_NOT_QUEUE
    call(.toBus("RequestName", [.string(name), .uint32(2 | 4)]), timeLimit: timeLimit) { result in
      completion(
        Result { () throws(BusError) in
          // 1: primary owner, 4: already the owner
          let answer = try result.get().argument(0, \.integer)
          guard answer == 1 || answer == 4 else {
            throw BusError(.accessDenied, detail: "another program has the name \(name)")
          }
        })
    }
  }

  public func release(_ name: String) {
    call(.toBus("ReleaseName", [.string(name)]), timeLimit: Self.connectLimit) { _ in }
  }
}

/// Names an exported interface.
public struct BusExport: Hashable, Sendable {
  let number: Int
}

/// An interface to be exported. Handlers run on the bus's thread and must not block.
public struct BusInterface {
  public var name: String
  public var methods: [BusMethod]
  public var signals: [BusSignal]
  public var properties: [BusProperty]

  public init(
    _ name: String, methods: [BusMethod] = [], signals: [BusSignal] = [], properties: [BusProperty] = []
  ) {
    self.name = name
    self.methods = methods
    self.signals = signals
    self.properties = properties
  }
}

public struct BusMethod {
  var name: String
  var takes: String
  var gives: String
  var handler: (BusInvocation) -> Void

  /// - Parameters:
  ///   - takes: the signature of the arguments; a call with another one never reaches the handler.
  ///   - gives: the signature of the answer.
  ///   - handler: answers through the invocation, now or later.
  public init(
    _ name: String, takes: String = "", gives: String = "", _ handler: @escaping (BusInvocation) -> Void
  ) {
    self.name = name
    self.takes = takes
    self.gives = gives
    self.handler = handler
  }
}

public struct BusSignal {
  var name: String
  var carries: String

  public init(_ name: String, carries: String = "") {
    self.name = name
    self.carries = carries
  }
}

public struct BusProperty {
  var name: String
  var signature: String
  var get: () -> BusValue
  var set: ((BusValue) -> Void)?

  public init(
    _ name: String, _ signature: String, get: @escaping () -> BusValue, set: ((BusValue) -> Void)? = nil
  ) {
    self.name = name
    self.signature = signature
    self.get = get
    self.set = set
  }
}

/// A call that waits for our answer. Let go of without one, it is answered with an error.
public final class BusInvocation {
  public let call: BusMessage
  private var message: OpaquePointer?

  init(_ call: BusMessage, _ message: OpaquePointer) {
    self.call = call
    self.message = sd_bus_message_ref(message)
  }

  deinit {
    if message != nil { fail("org.freedesktop.DBus.Error.Failed", "the call was not answered") }
  }

  /// Only the first answer counts. One that does not have the method's types becomes an error for the caller.
  public func reply(_ values: [BusValue] = []) {
    guard let call = take() else { return }
    defer { sd_bus_message_unref(call) }
    var made: OpaquePointer?
    guard sd_bus_message_new_method_return(call, &made) >= 0, let answer = made else { return }
    defer { sd_bus_message_unref(answer) }
    do throws(BusError) {
      try MessageWriter.append(values, to: answer)
      let code = sd_bus_send(nil, answer, nil)
      guard code >= 0 else { throw BusError(sending: code) }
    } catch {
      Self.send(error: "org.freedesktop.DBus.Error.Failed", error.message, to: call)
    }
  }

  public func fail(_ name: String, _ text: String) {
    guard let call = take() else { return }
    defer { sd_bus_message_unref(call) }
    Self.send(error: name, text, to: call)
  }

  private func take() -> OpaquePointer? {
    defer { message = nil }
    return message
  }

  private static func send(error name: String, _ text: String, to call: OpaquePointer) {
    name.withCString { name in
      text.withCString { text in
        var error = sd_bus_error(name: name, message: text, _need_free: 0)
        sd_bus_reply_method_error(call, &error)
      }
    }
  }
}
