internal import CPulse

/// libpulse's own thread and its lock. Every libpulse call is made under the lock; callbacks run under it too.
///
/// `@unchecked Sendable`: the handle never changes, and libpulse's threaded main loop is made to be used from any
/// thread. The last reference must not go away on the loop's own thread (pa_threaded_mainloop_stop(3) would wait for
/// itself): `PulseConnection` gives up its own on its queue, after every stream's.
final class PulseMainLoop: @unchecked Sendable {
  private let loop: OpaquePointer

  /// - Returns: nil when the process is out of memory or threads.
  init?() {
    guard let loop = pa_threaded_mainloop_new() else { return nil }
    guard pa_threaded_mainloop_start(loop) == 0 else {
      pa_threaded_mainloop_free(loop)
      return nil
    }
    pa_threaded_mainloop_set_name(loop, "hwctl-pulse")
    self.loop = loop
  }

  deinit {
    pa_threaded_mainloop_stop(loop)
    pa_threaded_mainloop_free(loop)
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    pa_threaded_mainloop_lock(loop)
    defer { pa_threaded_mainloop_unlock(loop) }
    return body()
  }

  func makeContext(_ applicationName: String) -> OpaquePointer? {
    pa_context_new(pa_threaded_mainloop_get_api(loop), applicationName)
  }
}

/// A closure that a C callback can be given as its user data.
final class PulseCallback<Value>: Sendable {
  let body: @Sendable (Value) -> Void
  init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }

  /// For the callback; the caller keeps the object alive.
  var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func call(_ userData: UnsafeMutableRawPointer?, _ value: Value) {
    guard let userData else { return }
    Unmanaged<PulseCallback<Value>>.fromOpaque(userData).takeUnretainedValue().body(value)
  }
}

/// What libpulse says of an error number (pa_strerror(3)).
func pulseText(_ code: CInt) -> String {
  pa_strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
