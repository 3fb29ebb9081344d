internal import Domain
internal import HIDTransport
internal import Synchronization

/// The way into the runtime from any thread; never blocks.
///
/// What must be heard is never dropped, and nothing grows without end:
///
///     requests, clients that left   one of each for each client that the control server may have
///     Devices                       the newest news of each
///     session steps, profiles       the newest 1,024: how the last session ended and where the current one stands are
///                                   always among them
///     "read again" news             one of each kind
///     steps of teaching a Device    the newest 1,024
///     Control events, Actions,      the newest 4,096; they are shown, and have been acted upon before
///     chords
///     raw input                     the newest 4,096; it is shown or recorded, and a recording says what is missing
///
/// That a session has ended does not reach the engine through here, but through `SessionRelay`.
public final class RuntimeInbox: Sendable {
  /// Steps of a hundred sentences, which is more than anyone speaks while the runtime writes to a terminal that stands still.
  static let sessionCapacity = 1024
  /// Minutes of pedalling.
  static let controlCapacity = 4096

  /// Yields when something waits; to be followed by `take`.
  public let wakes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let waiting = Mutex(Waiting())
  private let watched = Atomic(false)

  public init() {
    (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  public func post(_ event: RuntimeEvent) {
    let isFirst = waiting.withLock { waiting in
      waiting.add(event)
      defer { waiting.isAnnounced = true }
      return !waiting.isAnnounced
    }
    if isFirst { continuation.yield() }
  }

  /// All that waits, in the order it happened, and how many events, and pieces of raw input, were dropped since the last call.
  public func take() -> (events: [RuntimeEvent], dropped: Int, droppedRaw: Int) {
    waiting.withLock { $0.takeAll() }
  }

  /// Whether anyone looks at Control events and Actions as they happen. While nobody does, the input thread does not even
  /// wake the runtime: that would cost a press more than everything else on its way.
  public var isWatched: Bool {
    get { watched.load(ordering: .relaxed) }
    set { watched.store(newValue, ordering: .relaxed) }
  }

  public func finish() { continuation.finish() }
}

/// What waits in the inbox, by how much of it may.
private struct Waiting {
  /// One place for each: the newest news takes it.
  enum Key: Hashable {
    case device(DeviceID)
    case node(String)
    case activeActions
    case components
    case settings(SettingsKind)
    case panic
  }

  private typealias Numbered = (number: Int, event: RuntimeEvent)

  /// The consumer knows that there is something.
  var isAnnounced = false
  private var count = 0
  private var requests: [Numbered] = []
  private var newest: [Key: Numbered] = [:]
  private var sessions = Lane(capacity: RuntimeInbox.sessionCapacity)
  private var controls = Lane(capacity: RuntimeInbox.controlCapacity)
  private var learning = Lane(capacity: RuntimeInbox.sessionCapacity)
  private var raw = Lane(capacity: RuntimeInbox.controlCapacity)

  mutating func add(_ event: RuntimeEvent) {
    count += 1
    let numbered = (count, event)
    switch event {
    case .request, .clientLeft: requests.append(numbered)
    case .learning: learning.append(numbered)
    case .session, .switchProfile: sessions.append(numbered)
    case .raw: raw.append(numbered)
    case .control, .action, .chord: controls.append(numbered)
    case .attached(let device, _): newest[.device(device.id)] = numbered
    case .detached(let device, _): newest[.device(device)] = numbered
    case .blocked(let node): newest[.node(node.node)] = numbered
    case .unblocked(let node): newest[.node(node)] = numbered
    case .activeActionsChanged: newest[.activeActions] = numbered
    case .componentsChanged: newest[.components] = numbered
    case .panicked: newest[.panic] = numbered
    case .settingsChanged(let kind): newest[.settings(kind)] = numbered
    }
  }

  mutating func takeAll() -> (events: [RuntimeEvent], dropped: Int, droppedRaw: Int) {
    let dropped = sessions.dropped + controls.dropped + learning.dropped
    let droppedRaw = raw.dropped
    let all =
      requests + newest.values + sessions.entries + controls.entries + learning.entries
      + raw.entries
    let count = count
    self = Waiting()
    self.count = count
    return (all.sorted { $0.number < $1.number }.map(\.event), dropped, droppedRaw)
  }

  /// The newest so many; a full one overwrites its oldest in constant time, since the input thread is one of the callers.
  private struct Lane {
    let capacity: Int
    private(set) var entries: [Numbered] = []
    private var oldest = 0
    private(set) var dropped = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func append(_ numbered: Numbered) {
      guard entries.count == capacity else { return entries.append(numbered) }
      entries[oldest] = numbered
      oldest = (oldest + 1) % capacity
      dropped += 1
    }
  }
}
