internal import Domain

/// The life of one capture, as a pure machine.
///
/// 1. A sentence
///
///         opening --ready--> waiting --frames--> listening --released--> draining --enough--> ended(finished)
///              openLimit          firstFrameLimit      silenceLimit            drainLimit
///
/// 2. A tap that is over before the server has made the stream: `opening --released--> ended(finished)`, no sound.
/// 3. A release while a Bluetooth microphone still wakes: `waiting --released--> draining`, at most `drainLimit`.
/// 4. A microphone that falls silent while draining: `drainLimit` ends it as finished; what was heard counts.
/// 5. `cancelled` and `failed` end every state but `ended`; a fact after the end changes nothing.
struct CaptureMachine: Equatable {
  enum State: Equatable {
    case opening
    case waiting
    case listening
    /// Until this many samples have arrived in all; nil while the server is still asked how many are under way.
    case draining(until: Int?)
    case ended
  }

  enum Fact: Equatable {
    case streamBecameReady
    /// This many samples have arrived in all, the last at the instant given.
    case framesArrived(total: Int)
    case released
    /// The server said how many samples will have arrived once all recorded by now are here; nil: it could not say.
    case targetMeasured(Int?)
    case cancelled
    case failed(AudioError)
    case timePassed
  }

  enum Effect: Equatable {
    case announceOpened(MonotonicInstant)
    case announceFirstFrame(MonotonicInstant)
    case deliverFrames
    case measureTarget
    case closeStream
    /// After all frames that have arrived.
    case announceEnd(CaptureEnd)
    /// At once; frames not yet given are dropped.
    case announceCancelled
  }

  /// From begin to a stream that is ready: the connection has its own limit of 3 s, the rest takes milliseconds.
  static let openLimit: Duration = .seconds(5)
  /// From the ready stream to the first frame: a Bluetooth headset needs up to 3 s to change its profile.
  static let firstFrameLimit: Duration = .seconds(4)
  /// Between frames: an unplugged microphone raises no error, its frames just stop.
  static let silenceLimit: Duration = .seconds(1)
  /// From release to the end: what is on its way in a USB or built-in microphone is there after 20-40 ms; more than
  /// this would be felt as a slow pedal.
  static let drainLimit: Duration = .milliseconds(100)

  private(set) var state = State.opening
  /// When `timePassed` is wanted; nil at the end.
  private(set) var deadline: MonotonicInstant?
  private var total = 0

  init(begun instant: MonotonicInstant) { deadline = instant.advanced(by: Self.openLimit) }

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .streamBecameReady: becomeReady(instant)
    case .framesArrived(let total): take(total, instant)
    case .released: release(instant)
    case .targetMeasured(let target): aim(target)
    case .cancelled: end(.announceCancelled)
    case .failed(let error): end(.announceEnd(.failed(error)))
    case .timePassed: passTime(instant)
    }
  }

  private mutating func becomeReady(_ instant: MonotonicInstant) -> [Effect] {
    guard state == .opening else { return [] }
    state = .waiting
    deadline = instant.advanced(by: Self.firstFrameLimit)
    return [.announceOpened(instant)]
  }

  private mutating func take(_ total: Int, _ instant: MonotonicInstant) -> [Effect] {
    guard total > self.total, state != .ended else { return [] }
    let isFirst = self.total == 0
    self.total = total
    let effects: [Effect] = isFirst ? [.announceFirstFrame(instant), .deliverFrames] : [.deliverFrames]
    switch state {
    case .opening, .ended:
      return []
    case .waiting, .listening:
      state = .listening
      deadline = instant.advanced(by: Self.silenceLimit)
      return effects
    case .draining(let wanted):
      guard let wanted, total >= wanted else { return effects }
      return effects + end(.announceEnd(.finished))
    }
  }

  private mutating func release(_ instant: MonotonicInstant) -> [Effect] {
    switch state {
    case .opening: return end(.announceEnd(.finished))
    case .waiting, .listening:
      state = .draining(until: nil)
      deadline = instant.advanced(by: Self.drainLimit)
      return [.measureTarget]
    case .draining, .ended: return []
    }
  }

  private mutating func aim(_ target: Int?) -> [Effect] {
    guard case .draining(until: nil) = state else { return [] }
    // Not known: one more fragment holds at least what was being filled at the release.
    let wanted = target ?? total + 1
    if total >= wanted { return end(.announceEnd(.finished)) }
    state = .draining(until: wanted)
    return []
  }

  private mutating func passTime(_ instant: MonotonicInstant) -> [Effect] {
    guard let deadline, instant >= deadline else { return [] }
    switch state {
    case .opening: return end(.announceEnd(.failed(AudioError(.serverSilent))))
    case .waiting, .listening: return end(.announceEnd(.failed(AudioError(.noFrames))))
    case .draining: return end(.announceEnd(.finished))
    case .ended: return []
    }
  }

  private mutating func end(_ announcement: Effect) -> [Effect] {
    guard state != .ended else { return [] }
    state = .ended
    deadline = nil
    return [.closeStream, announcement]
  }
}
