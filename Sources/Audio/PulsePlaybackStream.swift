internal import CPulse

/// A playback stream on the default sink, from creation to its proven end; see `PulseRecordStream`.
///
/// `@unchecked Sendable`: `isClosing` and `isOver` are touched under the main loop's lock only, in which the
/// callbacks run.
final class PulsePlaybackStream: @unchecked Sendable {
  enum Change: Sendable {
    case wantsSound
    case drained
    case failed(CInt)
  }

  private let loop: PulseMainLoop
  private let stream: OpaquePointer
  private let onChange: @Sendable (Change) -> Void
  private var isClosing = false
  private var isOver = false

  static func open(
    _ loop: PulseMainLoop, _ context: OpaquePointer, rate: CInt, channels: CInt, bufferMilliseconds: Int,
    onChange: @escaping @Sendable (Change) -> Void
  ) -> PulsePlaybackStream? {
    loop.locked {
      guard let channelCount = UInt8(exactly: channels), rate > 0 else { return nil }
      var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(rate), channels: channelCount)
      guard pa_sample_spec_valid(&format) != 0, let stream = pa_stream_new(context, "Playback", &format, nil)
      else { return nil }
      let playback = PulsePlaybackStream(loop, stream, onChange)
      let bytes = pa_usec_to_bytes(pa_usec_t(bufferMilliseconds) * 1000, &format)
      guard playback.connect(UInt32(bytes)) else {
        pa_stream_unref(stream)
        return nil
      }
      return playback
    }
  }

  private init(
    _ loop: PulseMainLoop, _ stream: OpaquePointer, _ onChange: @escaping @Sendable (Change) -> Void
  ) {
    self.loop = loop
    self.stream = stream
    self.onChange = onChange
  }

  private func connect(_ bufferBytes: UInt32) -> Bool {
    let userData = Unmanaged.passRetained(self)
    pa_stream_set_state_callback(stream, Self.stateCallback, userData.toOpaque())
    pa_stream_set_write_callback(stream, Self.writeCallback, userData.toOpaque())
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: bufferBytes, prebuf: .max, minreq: .max, fragsize: .max)
    let flags = pa_stream_flags_t(
      rawValue: PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
        | PA_STREAM_AUTO_TIMING_UPDATE.rawValue)
    guard pa_stream_connect_playback(stream, nil, &buffer, flags, nil, nil) >= 0 else {
      pa_stream_set_state_callback(stream, nil, nil)
      pa_stream_set_write_callback(stream, nil, nil)
      userData.release()
      return false
    }
    return true
  }

  /// How much the server takes now.
  func writableBytes() -> Int {
    loop.locked {
      guard !isOver, !isClosing else { return 0 }
      // (size_t) -1: an error; the state callback tells it.
      return Int(exactly: pa_stream_writable_size(stream)) ?? 0
    }
  }

  func write(_ samples: [Int16]) {
    loop.locked {
      guard !isOver, !isClosing else { return }
      _ = samples.withUnsafeBytes {
        pa_stream_write(stream, $0.baseAddress, $0.count, nil, 0, PA_SEEK_RELATIVE)
      }
    }
  }

  /// Asks to be told, by `.drained`, when all that was written has been heard.
  func drain() {
    loop.locked {
      guard !isOver, !isClosing,
        let operation = pa_stream_drain(stream, Self.drainCallback, Unmanaged.passUnretained(self).toOpaque())
      else { return }
      pa_operation_unref(operation)
    }
  }

  /// Microseconds heard so far.
  func position() -> UInt64 {
    loop.locked {
      var time: pa_usec_t = 0
      return !isOver && pa_stream_get_time(stream, &time) >= 0 ? time : 0
    }
  }

  func close() {
    loop.locked {
      guard !isClosing else { return }
      isClosing = true
      if !isOver, pa_stream_get_state(stream) == PA_STREAM_READY { pa_stream_disconnect(stream) }
    }
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY: if isClosing { pa_stream_disconnect(stream) }
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
    pa_stream_set_write_callback(stream, nil, nil)
    pa_stream_unref(stream)
    Unmanaged.passUnretained(self).release()
  }

  private static func playback(_ userData: UnsafeMutableRawPointer?) -> PulsePlaybackStream? {
    userData.map { Unmanaged<PulsePlaybackStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let stateCallback: pa_stream_notify_cb_t = { _, userData in
    playback(userData)?.stateChanged()
  }
  private static let writeCallback: pa_stream_request_cb_t = { _, _, userData in
    guard let playback = playback(userData), !playback.isClosing else { return }
    playback.onChange(.wantsSound)
  }
  private static let drainCallback: pa_stream_success_cb_t = { _, success, userData in
    guard let playback = playback(userData), !playback.isClosing, success != 0 else { return }
    playback.onChange(.drained)
  }
}
