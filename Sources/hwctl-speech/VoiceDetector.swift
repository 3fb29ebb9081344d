import CSherpa
import Speech

/// Silero's voice activity detector: for each window of 512 samples, whether somebody speaks.
final class VoiceDetector {
  private let detector: OpaquePointer
  private var gain = DetectorGain()

  init?(model: String) {
    let detector = model.withCString { model in
      "cpu".withCString { provider in
        var configuration = SherpaOnnxVadModelConfig()
        configuration.silero_vad.model = model
        configuration.silero_vad.threshold = 0.5
        configuration.silero_vad.min_silence_duration = 0.1
        configuration.silero_vad.min_speech_duration = 0.1
        configuration.silero_vad.window_size = Int32(SegmentCutter.windowSamples)
        // We cut; the detector's own cutting would only raise its threshold.
        configuration.silero_vad.max_speech_duration = 1_000
        configuration.sample_rate = 16_000
        configuration.num_threads = 1
        configuration.provider = provider
        return SherpaOnnxCreateVoiceActivityDetector(&configuration, Self.bufferSeconds)
      }
    }
    guard let detector else { return nil }
    self.detector = detector
  }

  deinit { SherpaOnnxDestroyVoiceActivityDetector(detector) }

  /// Forgets the recording before.
  func reset() {
    SherpaOnnxVoiceActivityDetectorReset(detector)
    gain = DetectorGain()
  }

  /// Takes the next window; `isSpeech` follows the sound by 0.1 to 0.16 s.
  func isSpeech(_ window: [Float]) -> Bool {
    precondition(window.count == SegmentCutter.windowSamples, "any other length ends the process")
    var window = window
    gain.apply(to: &window)
    SherpaOnnxVoiceActivityDetectorAcceptWaveform(detector, window, Int32(window.count))
    // Its segments are not used; left in, they would grow with the recording.
    while SherpaOnnxVoiceActivityDetectorEmpty(detector) == 0 { SherpaOnnxVoiceActivityDetectorPop(detector) }
    return SherpaOnnxVoiceActivityDetectorDetected(detector) != 0
  }

  /// Speech without a pause of 0.1 s for longer than this makes the detector enlarge its buffer.
  private static let bufferSeconds: Float = 60
}
