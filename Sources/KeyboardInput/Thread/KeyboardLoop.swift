internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// The work of the keyboard thread: waits for udev, the keyboards, their copies, the timer and the wake event, and
/// carries out what the machines say. Not Sendable: made by `KeyboardThread.start`, then used by the thread alone.
final class KeyboardLoop {
  enum Token {
    static let wake: UInt64 = 0
    static let udev: UInt64 = 1
    static let timer: UInt64 = 2
    /// Each keyboard has four numbers: these are added to its token.
    static let source: UInt64 = 0
    static let copy: UInt64 = 1
    static let watch: UInt64 = 2
    static let step: UInt64 = 4
  }

  let sink: any ChordSink
  let surroundings: KeyboardSurroundings
  let inbox: KeyboardInbox
  let watchdog: KeyboardWatchdog
  let epoll: Epoll
  private let timer: DeadlineTimer
  private let udev: KeyboardNodes
  /// All evdev nodes of the machine as udev shows them, by their path in sysfs.
  private var nodes: [String: KeyboardNode] = [:]
  private var selections: [KeyboardSelection] = []
  private var assignments: [KeyboardAssignment] = []
  var entries: [UInt64: KeyboardEntry] = [:]
  private var nextToken = Token.step
  private var table = ChordTable()
  private var isSuspended = false
  private var isStopping = false
  private var seenFirings = 0
  private var published = ChordInputState()

  init(
    sink: any ChordSink, surroundings: KeyboardSurroundings, inbox: KeyboardInbox
  ) throws(KeyboardInputError) {
    self.sink = sink
    self.surroundings = surroundings
    self.inbox = inbox
    udev = try KeyboardNodes.listen()
    do throws(SystemError) {
      epoll = try Epoll()
      timer = try DeadlineTimer()
      watchdog = try KeyboardWatchdog(fired: { inbox.signal() })
      try epoll.add(inbox.wakeDescriptor, token: Token.wake)
      try epoll.add(udev.rawDescriptor, token: Token.udev)
      try epoll.add(timer.rawDescriptor, token: Token.timer)
    } catch {
      throw KeyboardInputError(.waitingUnavailable, error)
    }
  }

  /// Until the inbox says stop; then everything is released and closed.
  func run() {
    watchdog.start()
    findNodes()
    while !isStopping {
      do throws(SystemError) {
        try epoll.wait(handle)
      } catch {
        // epoll_wait fails for our own mistakes only (epoll_wait(2)); letting go of the keyboards is what counts then.
        Log.error("the keyboard thread cannot wait and ends", ["errno": .number(error.code)])
        break
      }
      watchdog.endRound()
    }
    for entry in entries.values { tell(entry, .removed) }
    watchdog.stop()
  }

  private func findNodes() {
    do throws(KeyboardInputError) {
      for node in try udev.present() { nodes[node.path] = node }
    } catch {
      Log.error(
        "the list of keyboards cannot be read; only new ones will be found", ["code": .code(error.code)])
    }
    takeLeft()
  }

  private func handle(_ ready: Epoll.Ready) {
    watchdog.beginRound()
    if watchdog.firingCount != seenFirings { takeFirings() }
    switch ready.token {
    case Token.wake: takeLeft()
    case Token.udev: takeChanges()
    case Token.timer: takeDeadlines()
    default:
      guard let entry = entries[ready.token / Token.step * Token.step] else { return }
      switch ready.token % Token.step {
      case Token.source: read(entry, isBroken: ready.isBroken)
      case Token.copy: if ready.isBroken { tell(entry, .grabEnded) } else { passLights(entry) }
      default: takeOpenings(entry)
      }
    }
  }

  /// The desktop has had these keyboards since, so what stands in their queues is not ours.
  private func takeFirings() {
    seenFirings = watchdog.firingCount
    for entry in entries.values where entry.selection.mode == .grab && entry.isAttached {
      tell(entry, .grabEnded)
    }
  }

  private func takeLeft() {
    let left = inbox.take()
    left.work?(self)
    if let table = left.table { adopt(table) }
    if let keyboards = left.keyboards { selections = keyboards }
    if let suspended = left.isSuspended, suspended != isSuspended {
      isSuspended = suspended
      for entry in entries.values { tell(entry, suspended ? .suspended : .resumed) }
    }
    for (token, holders) in left.holders { entries[token]?.holders = holders }
    isStopping = left.isStopping
    assign()
    publish()
  }

  private func takeChanges() {
    while let change = udev.nextChange() {
      switch change {
      case .present(let node):
        nodes[node.path] = node
        if let entry = entry(at: node.path) { tell(entry, .changed) }
      case .removed(let path): nodes[path] = nil
      }
    }
    assign()
    publish()
  }

  private func takeDeadlines() {
    timer.clear()
    let now = MonotonicInstant.now()
    for entry in entries.values {
      if let deadline = entry.machine.deadline, deadline <= now { tell(entry, .deadlinePassed) }
      checkReadiness(entry)
    }
    armTimer()
  }

  func armTimer() {
    let readers = entries.values.lazy.compactMap { entry in
      entry.machine.waitsForReaders
        ? entry.readiness?.deadline(kernelReads: self.surroundings.kernelReads()) : nil
    }
    let deadlines = entries.values.compactMap(\.machine.deadline) + readers
    timer.set(deadlines.min())
  }

  private func entry(at path: String) -> KeyboardEntry? { entries.values.first { $0.node.path == path } }

  // MARK: The user's list

  private func adopt(_ table: ChordTable) {
    self.table = table
    for entry in entries.values {
      entry.chords.adopt(table, at: .now())
      deliver(entry)
      if entry.selection.mode == .observe, entry.isAttached, let code = entry.keyboard?.setMask(table.keys),
        code != 0
      {
        tell(entry, .lost)
      }
    }
  }

  /// Opens what is listed and there, closes what is not any more.
  private func assign() {
    assignments = KeyboardAssignment.all(
      selections, Array(nodes.values), isDriven: surroundings.isDriven)
    let used = assignments.filter { $0.verdict == .use }
    for entry in Array(entries.values)
    where !used.contains(where: { $0.node?.path == entry.node.path && $0.selection == entry.selection }) {
      tell(entry, .removed)
    }
    for assignment in used {
      if let node = assignment.node, entry(at: node.path) == nil { appear(node, assignment.selection) }
    }
  }

  private func appear(_ node: KeyboardNode, _ selection: KeyboardSelection) {
    let entry = KeyboardEntry(
      token: nextToken, node: node, selection: selection,
      source: ChordSourceID(rawValue: UInt32(nextToken / Token.step)), table: table)
    nextToken += Token.step
    entries[entry.token] = entry
    if isSuspended { tell(entry, .suspended) } else { tell(entry, .appeared) }
  }

  /// Tells the sink when something has changed.
  func publish() {
    let keyboards = assignments.map(status)
    let state = ChordInputState(keyboards: keyboards, problems: table.problems)
    guard state != published else { return }
    published = state
    sink.stateChanged(state)
  }

  private func status(_ assignment: KeyboardAssignment) -> KeyboardStatus {
    var entry: KeyboardEntry?
    if assignment.verdict == .use, let node = assignment.node { entry = self.entry(at: node.path) }
    return KeyboardStatus(
      selection: assignment.selection, node: assignment.node?.node, name: assignment.node?.name,
      source: entry?.source, state: Self.state(assignment.verdict, entry))
  }

  private static func state(_ verdict: KeyboardAssignment.Verdict, _ entry: KeyboardEntry?) -> KeyboardState {
    switch verdict {
    case .use: entry?.state ?? .starting
    case .missing: .missing
    case .notAKeyboard: .notAKeyboard
    case .driven: .driven
    case .listedTwice: .listedTwice
    }
  }
}
