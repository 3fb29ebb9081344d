internal import Dispatch
internal import Domain
internal import SystemCalls

/// From where, and how fast.
struct Playing: Sendable {
  /// Seconds.
  var start: Double
  var speed: Double
}

/// Plays one source: the server asks for sound, the queue decodes and writes it, and drains at the end.
///
/// `@unchecked Sendable`: `source` is handed over at `init`, and it and every `var` are touched on the connection's queue only.
final class PlaybackRunner: @unchecked Sendable {
  /// A server that takes nothing for this long, with sound waiting, does not play (its sink is suspended or gone).
  static let stallLimit: Duration = .seconds(5)
  /// Often enough for a counter in a terminal.
  static let progressInterval: Duration = .milliseconds(250)
  /// 200 ms of sound lie at the server: a busy machine does not stutter, and stop is felt as immediate.
  static let bufferMilliseconds = 200

  private let connection: PulseConnection
  private let source: any PlaybackSource
  private let playing: Playing
  /// Nil at the speed of the file itself.
  private var stretch: TimeStretch?
  /// Stretched, and not yet taken by the server.
  private var ready: [Int16] = []
  private let onProgress: @Sendable (Double, Double) -> Void
  private let answer = Answer<Player.End>()
  private var stream: PulsePlaybackStream?
  private var isDraining = false
  private var isOver = false
  private var lastPosition: UInt64 = 0
  private var lastMove = MonotonicInstant.now()

  init(
    _ connection: PulseConnection, _ source: any PlaybackSource, _ playing: Playing,
    _ onProgress: @escaping @Sendable (Double, Double) -> Void
  ) {
    self.connection = connection
    self.source = source
    self.playing = playing
    source.seek(to: playing.start)
    if playing.speed != 1 {
      stretch = TimeStretch(
        rate: Int(source.rate), channels: Int(source.channels), speed: playing.speed)
    }
    self.onProgress = onProgress
  }

  /// Waits for the end.
  func play() throws(AudioError) -> Player.End {
    connection.queue.async { [self] in
      connection.connect(keepTrying: false) { [self] error in
        if let error { return end(.failure(error)) }
        connection.whenLost(self) { [self] error in end(.failure(error)) }
        start()
      }
    }
    return try answer.wait()
  }

  func stop() {
    connection.queue.async { [self] in end(.success(.stopped)) }
  }

  private func start() {
    guard !isOver, let loop = connection.loop, let context = connection.context else { return }
    stream = PulsePlaybackStream.open(
      loop, context, rate: source.rate, channels: source.channels,
      bufferMilliseconds: Self.bufferMilliseconds
    ) { [weak self] change in
      guard let self else { return }
      connection.queue.async { self.streamChanged(change) }
    }
    guard stream != nil else {
      return end(.failure(AudioError(.refused, detail: pulseText(connection.lastError()))))
    }
    lastMove = .now()
    watch()
  }

  private func streamChanged(_ change: PulsePlaybackStream.Change) {
    switch change {
    case .wantsSound: feed()
    case .drained: end(.success(.played))
    case .failed(let code): end(.failure(AudioError(.refused, detail: pulseText(code))))
    }
  }

  private func feed() {
    guard !isOver, !isDraining, let stream else { return }
    // Asked anew: a second request that came meanwhile contains the first.
    let frames = stream.writableBytes() / (2 * Int(source.channels))
    guard frames > 0 else { return }
    let samples = nextFrames(frames)
    if !samples.isEmpty { stream.write(samples) }
    if samples.count < frames * Int(source.channels) {
      isDraining = true
      stream.drain()
    }
  }

  /// As many as wanted, or fewer at the end.
  private func nextFrames(_ frames: Int) -> [Int16] {
    guard stretch != nil else { return source.readFrames(frames) }
    let wanted = frames * Int(source.channels)
    while ready.count < wanted {
      stretch?.append(source.readFrames(Self.stretchedFrames))
      guard let more = stretch?.next() else { break }
      ready += more
    }
    let samples = Array(ready.prefix(wanted))
    ready.removeFirst(samples.count)
    return samples
  }

  /// Read at a time when the speed is changed: a fifth of a second at 16 kHz.
  private static let stretchedFrames = 3200

  /// Tells the progress, and ends playing that does not move.
  private func watch() {
    let interval = Int(Self.progressInterval.wholeNanoseconds)
    connection.queue.asyncAfter(deadline: .now() + .nanoseconds(interval)) { [weak self] in
      guard let self, !isOver else { return }
      let position = stream?.position() ?? 0
      let now = MonotonicInstant.now()
      if position > lastPosition {
        (lastPosition, lastMove) = (position, now)
        let total = Double(source.frames) / Double(source.rate)
        onProgress(min(total, playing.start + Double(position) / 1_000_000 * playing.speed), total)
      } else if lastMove.duration(to: now) >= Self.stallLimit {
        return end(.failure(AudioError(.stalled)))
      }
      watch()
    }
  }

  private func end(_ result: Result<Player.End, AudioError>) {
    guard !isOver else { return }
    isOver = true
    connection.forget(self)
    stream?.close()
    stream = nil
    answer.give(result)
  }
}
