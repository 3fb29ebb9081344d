internal import Dispatch
internal import Glibc

/// A short sound by which a person knows whether the microphone is open: two tones, up or down.
public enum Cue: String, CaseIterable, Hashable, Sendable {
  /// It listens.
  case start
  /// It has closed.
  case stop

  static let rate = 48_000
  /// Each of the two tones: long enough to be heard as a pitch, over before a word is.
  private static let toneSamples = rate * 60 / 1000
  /// To fade in and out, since a tone that begins at once clicks.
  private static let fadeSamples = rate * 8 / 1000
  /// Of full scale: audible beside speech and no fright.
  private static let level = 0.12

  /// Hertz: a fourth apart, A5 and D6.
  private var pitches: [Double] {
    switch self {
    case .start: [880, 1174.66]
    case .stop: [1174.66, 880]
    }
  }

  /// Mono, 16 bits, at `rate`.
  var samples: [Int16] { pitches.flatMap(Self.tone) }

  private static func tone(_ pitch: Double) -> [Int16] {
    (0..<toneSamples).map { index in
      let fade = min(1, Double(min(index, toneSamples - 1 - index)) / Double(fadeSamples))
      return Int16(sin(2 * .pi * pitch * Double(index) / Double(rate)) * fade * level * 32_767)
    }
  }
}

/// The samples of a cue as they are asked for.
final class CueSource: PlaybackSource {
  private var rest: ArraySlice<Int16>
  let frames: Int
  let rate = CInt(Cue.rate)
  let channels: CInt = 1

  init(_ cue: Cue) {
    let samples = cue.samples
    rest = samples[...]
    frames = samples.count
  }

  func seek(to seconds: Double) { rest = rest.dropFirst(Int(seconds * Double(rate))) }

  func readFrames(_ count: Int) -> [Int16] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

/// Plays cues; nobody waits for them, and one that cannot be played is missed.
public final class CuePlayer: Sendable {
  private let server: String?
  private let queue: DispatchQueue

  /// - Parameter server: a PulseAudio server string; nil for the session's own.
  public init(server: String? = nil) {
    self.server = server
    queue = DispatchQueue(label: "hwctl.cues", qos: .userInitiated)
  }

  /// Returns at once.
  ///
  /// - Parameter done: told whether it was heard to its end.
  public func play(_ cue: Cue, _ done: @escaping @Sendable (Bool) -> Void = { _ in }) {
    queue.async { [server] in
      let connection = PulseConnection(applicationName: "hwctl", server: server)
      let end = try? PlaybackRunner(connection, CueSource(cue), Playing(start: 0, speed: 1)) { _, _ in }
        .play()
      done(end == .played)
    }
  }
}
