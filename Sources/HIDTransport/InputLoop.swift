internal import CSystem
internal import Domain
internal import Drivers
internal import Glibc
internal import SystemCalls

/// The work of the input thread: waits for udev, the nodes, the timer and the wake event, and carries out what the
/// machines say. Not Sendable: made by `InputThread.start`, from then on used by the thread alone.
final class InputLoop {
  private enum Token {
    static let wake: UInt64 = 0
    static let udev: UInt64 = 1
    static let timer: UInt64 = 2
    static let firstNode: UInt64 = 16
  }

  let sink: any DeviceSink
  let inbox: InputInbox
  let epoll: Epoll
  let panicHold: Duration?
  private let timer: DeadlineTimer
  private let udev: Udev
  var models: KnownModels
  var entries: [UInt64: NodeEntry] = [:]
  /// By the path of the physical device.
  var groups: [String: DeviceGroup] = [:]
  var suspendReasons: Set<SuspendReason> = []
  var lastHandle = DeviceHandle(rawValue: 0)
  /// The node that was read last; most often it is the next one, too, and need not be looked up.
  @exclusivity(unchecked) var lastRead: NodeEntry?
  @exclusivity(unchecked) var recorder: (@Sendable (RawRecord) -> Void)?
  var learning: LearningSession?
  private var nextToken = Token.firstNode
  @exclusivity(unchecked) private var isStopping = false
  /// The earliest deadline of a machine.
  @exclusivity(unchecked) private var machineDeadline: MonotonicInstant?
  /// What the timer is set to.
  @exclusivity(unchecked) private var armed: MonotonicInstant?
  @exclusivity(unchecked) private var timerFired = false

  init(sink: any DeviceSink, inbox: InputInbox, options: InputOptions) throws(HIDError) {
    self.sink = sink
    self.inbox = inbox
    models = options.models
    panicHold = options.panicHold
    udev = try Udev.listen()
    do throws(SystemError) {
      epoll = try Epoll()
      timer = try DeadlineTimer()
    } catch {
      throw HIDError(.waitingUnavailable, error)
    }
    do throws(SystemError) {
      try epoll.add(inbox.wakeDescriptor, token: Token.wake)
      try epoll.add(udev.rawDescriptor, token: Token.udev)
      try epoll.add(timer.rawDescriptor, token: Token.timer)
    } catch {
      throw HIDError(.waitingUnavailable, error)
    }
  }

  /// Until the inbox says stop; then everything is released and closed.
  func run() {
    findNodes()
    while !isStopping {
      do throws(SystemError) {
        armTimer()
        try epoll.wait(handle)
        // After the events of the same round: those that came before a deadline count before it.
        if timerFired { takeDeadlines() }
      } catch {
        // epoll_wait fails for our own mistakes only (epoll_wait(2)); letting go of the grabs is what counts then.
        Log.error("the input thread cannot wait and ends", ["errno": .number(error.code)])
        break
      }
    }
    endLearning()
    removeAll()
    inbox.close()
  }

  func findNodes() {
    do throws(HIDError) {
      for node in try Udev.matchedNodes(models, ready: true) { appear(node) }
    } catch {
      Log.error(
        "the list of devices cannot be read; only new ones will be found", ["code": .code(error.code)])
    }
  }

  func removeAll() {
    for entry in entries.values { tell(entry, .removed) }
  }

  private func handle(_ ready: Epoll.Ready) {
    switch ready.token {
    case Token.wake: takeWork()
    case Token.udev: takeChanges()
    case Token.timer: timerFired = true
    default:
      if lastRead?.token != ready.token { lastRead = entries[ready.token] }
      if let lastRead {
        read(lastRead, isBroken: ready.isBroken)
      } else if learning?.token == ready.token {
        readLearning(isBroken: ready.isBroken)
      }
    }
  }

  private func takeWork() {
    let contents = inbox.take()
    for work in contents.works { work(self) }
    isStopping = contents.isStopping
  }

  private func takeChanges() {
    while let change = udev.nextChange(models) {
      switch change {
      case .appeared(let node): appear(node)
      case .changed(let node):
        if let entry = entry(at: node.path) { tell(entry, .changed) } else { appear(node) }
      case .removed(let path):
        if let entry = entry(at: path) { tell(entry, .removed) }
      }
    }
  }

  private func takeDeadlines() {
    timer.clear()
    timerFired = false
    armed = nil
    let now = MonotonicInstant.now()
    for entry in entries.values {
      if let deadline = entry.machine.deadline, deadline <= now { tell(entry, .deadlinePassed) }
    }
    for group in groups.values {
      if let deadline = group.machine.deadline, deadline <= now { tell(group, .deadlinePassed) }
      if group.panic.isPanic(at: now) { panic() }
    }
    refreshDeadline()
    if let deadline = sink.deadline, deadline <= now { sink.deadlinePassed(at: now) }
  }

  func refreshDeadline() {
    let nodes = entries.values.compactMap(\.machine.deadline).min()
    let devices = groups.values.flatMap { [$0.machine.deadline, $0.panic.deadline].compactMap(\.self) }.min()
    machineDeadline = [nodes, devices].compactMap(\.self).min()
  }

  /// Asks the kernel only when the earliest deadline has changed: most presses do not change it.
  private func armTimer() {
    var next = sink.deadline
    if let machineDeadline { next = next.map { min($0, machineDeadline) } ?? machineDeadline }
    guard next != armed else { return }
    armed = next
    timer.set(next)
  }

  private func entry(at path: String) -> NodeEntry? { entries.values.first { $0.matched.path == path } }

  private func appear(_ node: MatchedNode) {
    // Found by the list and told by the monitor as well.
    guard entry(at: node.path) == nil else { return }
    let group =
      groups[node.parent] ?? DeviceGroup(parent: node.parent, isSuspended: !suspendReasons.isEmpty)
    if groups[node.parent] == nil { group.panic = newPanicMachine() }
    groups[node.parent] = group
    let entry = NodeEntry(token: newToken(), matched: node, group: group)
    entries[entry.token] = entry
    tell(group, .appeared(entry.token, node.role))
  }

  func newToken() -> UInt64 {
    defer { nextToken += 1 }
    return nextToken
  }
}
