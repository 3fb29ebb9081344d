internal import CSamplerate

/// Brings mono sound to `AudioFormat.sampleRate`, chunk by chunk.
///
/// Not Sendable: one owner on one thread.
final class Resampler {
  /// nil when the rates are the same: samples then pass through bit for bit.
  private let state: OpaquePointer?
  private let ratio: Double

  /// - Returns: nil for a rate that libsamplerate cannot take (a ratio beyond 1:256).
  init?(from rate: Int) {
    guard rate > 0 else { return nil }
    ratio = Double(AudioFormat.sampleRate) / Double(rate)
    guard rate != AudioFormat.sampleRate else {
      state = nil
      return
    }
    var code: CInt = 0
    guard src_is_valid_ratio(ratio) != 0, let made = src_new(CInt(SRC_SINC_MEDIUM_QUALITY), 1, &code) else {
      return nil
    }
    state = made
  }

  deinit { if let state { src_delete(state) } }

  /// Appends the sound of `chunk`, and at the end what the filter still holds.
  func append(_ chunk: [Float], atEnd: Bool, to samples: inout [Int16]) {
    guard let state else { return samples.append(contentsOf: chunk.lazy.map(Self.quantised)) }
    var used = 0
    var output = [Float](repeating: 0, count: Int(Double(chunk.count) * ratio) + 1024)
    while true {
      let (consumed, made) = process(state, chunk, used, atEnd, &output)
      samples.append(contentsOf: output[..<made].lazy.map(Self.quantised))
      used += consumed
      if made == 0 && (consumed == 0 || used == chunk.count) { return }
    }
  }

  private func process(
    _ state: OpaquePointer, _ chunk: [Float], _ used: Int, _ atEnd: Bool, _ output: inout [Float]
  ) -> (consumed: Int, made: Int) {
    // libsamplerate wants an address even for no input, and one that does not overlap the output.
    (chunk.isEmpty ? [0] : chunk).withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var data = SRC_DATA()
        data.data_in = input.baseAddress.map { $0 + used }
        data.data_out = output.baseAddress
        data.input_frames = chunk.count - used
        data.output_frames = output.count
        data.end_of_input = atEnd ? 1 : 0
        data.src_ratio = ratio
        // Errors are misuse (null pointers, overlap, a bad ratio), all ruled out above.
        let code = src_process(state, &data)
        precondition(code == 0, "libsamplerate refused a checked call: a bug in hwctl")
        return (data.input_frames_used, data.output_frames_gen)
      }
    }
  }

  private static func quantised(_ value: Float) -> Int16 {
    // A damaged file of floats may hold NaN, which no integer can take.
    guard value.isFinite else { return 0 }
    return Int16(max(-32768, min(32767, (value * 32768).rounded())))
  }
}
