internal import CPulse
internal import Dispatch

/// One question to the server about its sources.
///
/// `@unchecked Sendable`: `found` and `defaultName` are written by libpulse's callbacks, and read on the connection's
/// queue after the last of them has sent the closing block there; the rest is touched on that queue only.
final class PulseSourceQuery: @unchecked Sendable {
  private let connection: PulseConnection
  private var found: [AudioSource] = []
  private var defaultName: String?
  private var completion: ((Result<[AudioSource], AudioError>) -> Void)?
  /// Keeps the query alive while libpulse holds its address.
  private var itself: PulseSourceQuery?

  /// Asks on the connection's queue, which must be connected. `completion` is called there, once.
  @discardableResult
  init(
    _ connection: PulseConnection, name: String?,
    completion: @escaping (Result<[AudioSource], AudioError>) -> Void
  ) {
    self.connection = connection
    self.completion = completion
    itself = self
    connection.whenLost(self) { [self] error in finish(.failure(error)) }
    let userData = Unmanaged.passUnretained(self).toOpaque()
    let operation: OpaquePointer? = connection.loop?.locked {
      guard let context = connection.context else { return nil }
      let operation =
        if let name {
          pa_context_get_source_info_by_name(context, name, Self.sourceCallback, userData)
        } else {
          pa_context_get_server_info(context, Self.serverCallback, userData)
        }
      if let operation { pa_operation_unref(operation) }
      return operation
    }
    if operation == nil { finish(.failure(AudioError(.refused, detail: pulseText(connection.lastError())))) }
  }

  /// All sources, with the default one marked.
  static func all(
    _ connection: PulseConnection, completion: @escaping (Result<[AudioSource], AudioError>) -> Void
  ) {
    PulseSourceQuery(connection, name: nil, completion: completion)
  }

  private func finish(_ result: Result<[AudioSource], AudioError>) {
    guard let completion else { return }
    self.completion = nil
    connection.forget(self)
    completion(result)
    itself = nil
  }

  private func close(_ code: CInt?) {
    connection.queue.async { [self] in
      guard let code else { return finish(.success(found)) }
      if code == CInt(PA_ERR_NOENTITY.rawValue) { return finish(.success([])) }
      finish(.failure(AudioError(.refused, detail: pulseText(code))))
    }
  }

  private static func query(_ userData: UnsafeMutableRawPointer?) -> PulseSourceQuery? {
    userData.map { Unmanaged<PulseSourceQuery>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let serverCallback: pa_server_info_cb_t = { context, info, userData in
    guard let query = query(userData), let context else { return }
    guard let info else { return query.close(pa_context_errno(context)) }
    query.defaultName = info.pointee.default_source_name.map { String(cString: $0) }
    guard let operation = pa_context_get_source_info_list(context, sourceCallback, userData) else {
      return query.close(pa_context_errno(context))
    }
    pa_operation_unref(operation)
  }

  private static let sourceCallback: pa_source_info_cb_t = { context, info, atEnd, userData in
    guard let query = query(userData), let context else { return }
    guard atEnd == 0, let info = info?.pointee, let name = info.name else {
      return query.close(atEnd < 0 ? pa_context_errno(context) : nil)
    }
    let named = String(cString: name)
    query.found.append(
      AudioSource(
        name: named,
        description: info.description.map { String(cString: $0) } ?? named,
        // PA_INVALID_INDEX: it records no sink.
        isMonitor: info.monitor_of_sink != UInt32.max,
        isDefault: named == query.defaultName,
        isMuted: info.mute != 0))
  }
}
