public import Domain

/// A key as a node sends it.
public struct LearnedKey: Hashable, Sendable {
  public var scanCode: UInt32?
  public var keyCode: UInt16

  public init(scanCode: UInt32?, keyCode: UInt16) {
    self.scanCode = scanCode
    self.keyCode = keyCode
  }
}

/// What the Controls of a node send, seen while each is pressed. Pure.
///
///     1. a key          frame: key down, told   frame: key up, told with how it is held
///     2. a chord        frame: Ctrl, Alt, 4 down: 4 is told, the last key; the others are noise
///     3. tap only       each release comes less than 30 ms after its press, each time
///     4. repeats        nothing
public struct LearningMachine: Sendable {
  public enum Observation: Hashable, Sendable {
    case pressed(LearnedKey)
    /// - Parameter isTapOnly: so far the key was released at once each time, so nothing can be held with it.
    case released(LearnedKey, isTapOnly: Bool)
  }

  /// Nobody presses and releases a pedal within this time; devices that send taps do so within 4 ms.
  public static let tapLimit = Duration.milliseconds(30)
  /// Keys remembered; a device that sends more is a keyboard on which somebody types.
  private static let maximumKeys = 256

  private var pendingScan: UInt32?
  /// The last key that went down in this frame.
  private var candidate: LearnedKey?
  private var down: [UInt16: (key: LearnedKey, since: MonotonicInstant)] = [:]
  /// Keys that were held once: no taps.
  private var held: Set<LearnedKey> = []

  public init() {}

  public mutating func handle(_ event: RawInputEvent, at instant: MonotonicInstant) -> Observation? {
    if event == .scan(UInt32(bitPattern: event.value)) {
      pendingScan = UInt32(bitPattern: event.value)
    } else if event.type == RawInputEvent.keyType {
      defer { pendingScan = nil }
      if event.value == 1 {
        candidate = LearnedKey(scanCode: pendingScan, keyCode: event.code)
      } else if event.value == 0 {
        return release(event.code, instant)
      }
    } else if event.isEndOfFrame {
      pendingScan = nil
      defer { candidate = nil }
      guard let candidate, down.count < Self.maximumKeys, held.count < Self.maximumKeys else { return nil }
      down[candidate.keyCode] = (candidate, instant)
      return .pressed(candidate)
    }
    return nil
  }

  private mutating func release(_ code: UInt16, _ instant: MonotonicInstant) -> Observation? {
    guard let (key, since) = down.removeValue(forKey: code) else { return nil }
    if since.duration(to: instant) >= Self.tapLimit { held.insert(key) }
    return .released(key, isTapOnly: !held.contains(key))
  }
}
