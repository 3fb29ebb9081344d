internal import CPulse
internal import SystemCalls

/// A record stream on one source, from creation to its proven end.
///
/// A stream that is still being made cannot be disconnected (pa_stream_disconnect(3) refuses it), and one that is
/// forgotten then would record for ever: `close()` before it is ready closes it the moment it is.
///
/// `@unchecked Sendable`: `isClosing` and `isOver` are touched under the main loop's lock only, in which the
/// callbacks run.
final class PulseRecordStream: @unchecked Sendable {
  enum Change: Sendable {
    case ready
    /// Frames were put in the ring.
    case frames
    case overflowed
    /// The server ended it, with its error number.
    case failed(CInt)
    /// The answer to `measureTarget`.
    case target(Int?)
  }

  /// 20 ms of 16 kHz 16-bit sound: short enough for a first frame in well under 100 ms, long enough for 50 wake-ups a second.
  static let fragmentBytes: UInt32 = 640

  private let loop: PulseMainLoop
  private let stream: OpaquePointer
  private let ring: SampleRing
  private let onChange: @Sendable (Change) -> Void
  private var isClosing = false
  private var isOver = false

  /// - Parameter onChange: called on libpulse's thread; must not wait.
  /// - Returns: nil when libpulse refuses; pa_context_errno(3) says why.
  static func open(
    _ loop: PulseMainLoop, _ context: OpaquePointer, source: String, ring: SampleRing,
    onChange: @escaping @Sendable (Change) -> Void
  ) -> PulseRecordStream? {
    loop.locked {
      var format = pa_sample_spec(
        format: PA_SAMPLE_S16LE, rate: UInt32(AudioFormat.sampleRate), channels: 1)
      guard let stream = pa_stream_new(context, "Dictation", &format, nil) else { return nil }
      let record = PulseRecordStream(loop, stream, ring, onChange)
      guard record.connect(source) else {
        pa_stream_unref(stream)
        return nil
      }
      return record
    }
  }

  private init(
    _ loop: PulseMainLoop, _ stream: OpaquePointer, _ ring: SampleRing,
    _ onChange: @escaping @Sendable (Change) -> Void
  ) {
    self.loop = loop
    self.stream = stream
    self.ring = ring
    self.onChange = onChange
  }

  /// The callbacks own a reference until the stream is over; only then is the stream let go.
  private func connect(_ source: String) -> Bool {
    let userData = Unmanaged.passRetained(self)
    pa_stream_set_state_callback(stream, Self.stateCallback, userData.toOpaque())
    pa_stream_set_read_callback(stream, Self.readCallback, userData.toOpaque())
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: Self.fragmentBytes)
    // DONT_MOVE: a source that goes away is a failure, never a silent change to a microphone nobody chose.
    let flags = pa_stream_flags_t(
      rawValue: PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue)
    guard pa_stream_connect_record(stream, source, &buffer, flags) >= 0 else {
      pa_stream_set_state_callback(stream, nil, nil)
      pa_stream_set_read_callback(stream, nil, nil)
      userData.release()
      return false
    }
    return true
  }

  func close() {
    loop.locked {
      guard !isClosing else { return }
      isClosing = true
      if !isOver, pa_stream_get_state(stream) == PA_STREAM_READY { pa_stream_disconnect(stream) }
    }
  }

  /// Asks how many samples will have arrived once all that is recorded by now is here; answered by `.target`.
  func measureTarget() {
    let asked = loop.locked {
      guard !isOver, !isClosing, pa_stream_get_state(stream) == PA_STREAM_READY,
        let operation = pa_stream_update_timing_info(
          stream, Self.timingCallback, Unmanaged.passUnretained(self).toOpaque())
      else { return false }
      pa_operation_unref(operation)
      return true
    }
    if !asked { onChange(.target(nil)) }
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY:
      if isClosing { pa_stream_disconnect(stream) } else { onChange(.ready) }
    case PA_STREAM_FAILED: over(pa_context_errno(pa_stream_get_context(stream)))
    case PA_STREAM_TERMINATED: over(CInt(PA_ERR_KILLED.rawValue))
    default: break
    }
  }

  private func over(_ code: CInt) {
    guard !isOver else { return }
    isOver = true
    if !isClosing { onChange(.failed(code)) }
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_set_read_callback(stream, nil, nil)
    pa_stream_unref(stream)
    Unmanaged.passUnretained(self).release()
  }

  private func readFragments() {
    while !isOver {
      var data: UnsafeRawPointer?
      var byteCount = 0
      guard pa_stream_peek(stream, &data, &byteCount) >= 0, byteCount > 0 else { return }
      let fits = isClosing || keep(data, byteCount / 2)
      pa_stream_drop(stream)
      if !fits {
        isClosing = true
        pa_stream_disconnect(stream)
        return onChange(.overflowed)
      }
    }
  }

  /// A hole (no data, pa_stream_peek(3)) becomes silence of its length, so that time stays true.
  private func keep(_ data: UnsafeRawPointer?, _ count: Int) -> Bool {
    guard let data else { return ring.writeSilence(count) }
    return ring.write(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Int16.self), count: count))
  }

  private func timingArrived(_ success: Bool) {
    var latency: pa_usec_t = 0
    var isNegative: CInt = 0
    guard success, pa_stream_get_latency(stream, &latency, &isNegative) >= 0 else {
      return onChange(.target(nil))
    }
    // A server may report nonsense for a moment; the drain limit bounds what is waited for.
    let known = isNegative != 0 ? 0 : min(latency, 10_000_000)
    let remainder = (Int(known) * AudioFormat.sampleRate + 999_999) / 1_000_000
    onChange(.target(ring.writtenTotal + remainder))
  }

  private static func record(_ userData: UnsafeMutableRawPointer?) -> PulseRecordStream? {
    userData.map { Unmanaged<PulseRecordStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let stateCallback: pa_stream_notify_cb_t = { _, userData in record(userData)?.stateChanged()
  }
  private static let readCallback: pa_stream_request_cb_t = { _, _, userData in
    guard let record = record(userData) else { return }
    record.readFragments()
    if !record.isClosing { record.onChange(.frames) }
  }
  private static let timingCallback: pa_stream_success_cb_t = { _, success, userData in
    record(userData)?.timingArrived(success != 0)
  }
}
