internal import CSystem
internal import Domain
internal import Drivers
internal import Glibc
internal import SystemCalls

/// The work of the input thread: waits for udev, the nodes, the timer and the wake event, and carries out what the
/// node machines say. Not Sendable: made by `InputThread.start`, from then on used by the thread alone.
final class InputLoop {
  private enum Token {
    static let wake: UInt64 = 0
    static let udev: UInt64 = 1
    static let timer: UInt64 = 2
    static let firstNode: UInt64 = 16
  }

  let sink: any DeviceSink
  let inbox: InputInbox
  private let epoll: Epoll
  private let timer: DeadlineTimer
  private let udev: Udev
  private var entries: [UInt64: NodeEntry] = [:]
  private var nextToken = Token.firstNode
  private var lastHandle = DeviceHandle(rawValue: 0)
  private var isStopping = false
  /// The earliest deadline of a node.
  private var nodeDeadline: MonotonicInstant?
  /// What the timer is set to.
  private var armed: MonotonicInstant?
  private var timerFired = false

  init(sink: any DeviceSink, inbox: InputInbox) throws(HIDError) {
    self.sink = sink
    self.inbox = inbox
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
    for entry in entries.values { tell(entry, .removed) }
    inbox.close()
  }

  private func findNodes() {
    do throws(HIDError) {
      for node in try Udev.matchedNodes(ready: true) { appear(node) }
    } catch {
      Log.error(
        "the list of devices cannot be read; only new ones will be found", ["code": .code(error.code)])
    }
  }

  private func handle(_ ready: Epoll.Ready) {
    switch ready.token {
    case Token.wake: takeWork()
    case Token.udev: takeChanges()
    case Token.timer: timerFired = true
    default: if let entry = entries[ready.token] { read(entry, isBroken: ready.isBroken) }
    }
  }

  private func takeWork() {
    let contents = inbox.take()
    for work in contents.works { work() }
    for found in contents.holders {
      if let entry = entries[found.token] { reportBusy(entry, found.holders) }
    }
    isStopping = contents.isStopping
  }

  private func takeChanges() {
    while let change = udev.nextChange() {
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
    if let deadline = sink.deadline, deadline <= now { sink.deadlinePassed(at: now) }
  }

  /// Asks the kernel only when the earliest deadline has changed: most presses do not change it.
  private func armTimer() {
    var next = sink.deadline
    if let nodeDeadline { next = next.map { min($0, nodeDeadline) } ?? nodeDeadline }
    guard next != armed else { return }
    armed = next
    timer.set(next)
  }

  private func entry(at path: String) -> NodeEntry? { entries.values.first { $0.matched.path == path } }

  private func appear(_ node: MatchedNode) {
    // Found by the list and told by the monitor as well.
    guard entry(at: node.path) == nil else { return }
    let entry = NodeEntry(token: nextToken, matched: node)
    nextToken += 1
    entries[entry.token] = entry
    tell(entry, .appeared)
  }

  // MARK: Events

  /// The hot path: read, decode, deliver.
  private func read(_ entry: NodeEntry, isBroken: Bool) {
    guard entry.attachment != nil else {
      let isAlive = entry.node?.discardEvents() ?? false
      return tell(entry, isAlive && !isBroken ? .stirred : .lost)
    }
    let reading = entry.node?.readEvents { raw, instant in
      entry.attachment?.decoder.decode(raw, from: 0, at: instant, sink.received)
    }
    switch reading {
    case .complete where !isBroken: return
    case .lossy where !isBroken: resynchronize(entry)
    default: tell(entry, .lost)
    }
  }

  private func resynchronize(_ entry: NodeEntry) {
    guard case .success(let keys)? = entry.node?.keysDown() else { return tell(entry, .lost) }
    entry.attachment?.decoder.resync(keysDown: keys, from: 0, at: .now(), sink.received)
  }

  // MARK: Effects

  private func tell(_ entry: NodeEntry, _ fact: NodeMachine.Fact) {
    for effect in entry.machine.handle(fact, at: .now()) { carryOut(effect, entry) }
    nodeDeadline = entries.values.compactMap(\.machine.deadline).min()
  }

  private func carryOut(_ effect: NodeMachine.Effect, _ entry: NodeEntry) {
    switch effect {
    case .open: open(entry)
    case .take: take(entry)
    case .attach: attach(entry)
    case .detach: detach(entry)
    case .close: close(entry)
    case .block(let block): report(block, entry)
    case .forget:
      unblock(entry)
      entries[entry.token] = nil
    }
  }

  private func open(_ entry: NodeEntry) {
    do throws(SystemError) {
      let node = try EvdevNode.open(entry.matched.node)
      try epoll.add(node.rawDescriptor, token: entry.token, drained: true)
      entry.node = consume node
      tell(entry, .opened)
    } catch {
      tell(entry, .openFailed(error.code))
    }
  }

  private func take(_ entry: NodeEntry) {
    switch entry.node?.take() {
    case .grabbed: tell(entry, .taken)
    case .keysHeld: tell(entry, .keysHeld)
    case .failed(let code): tell(entry, code == ENODEV ? .lost : .takeFailed(code))
    case nil: tell(entry, .lost)
    }
  }

  private func attach(_ entry: NodeEntry) {
    unblock(entry)
    let matched = entry.matched
    let sibling = entries.values.first {
      $0 !== entry && $0.attachment != nil && $0.matched.parent == matched.parent
    }
    var id = sibling?.attachment?.descriptor.id ?? entry.identity()
    let isTaken = entries.values.contains {
      $0.matched.parent != matched.parent && $0.attachment?.descriptor.id == id
    }
    if isTaken { id = entry.identityByParent }
    let handle = sibling?.attachment?.descriptor.handle ?? newHandle()
    let descriptor = DeviceDescriptor(
      handle: handle, id: id, model: matched.model.id, product: matched.product, name: matched.name,
      controls: matched.model.controls.map(\.id))
    var decoder = DeviceDecoder(device: handle, model: matched.model)
    _ = decoder.addEvdevSource()
    entry.attachment = NodeEntry.Attachment(descriptor: descriptor, decoder: decoder)
    if sibling == nil { sink.attached(descriptor) }
    // Pressed between the look at the keys and the grab: that press counts, nobody else has seen the whole of it.
    entry.node?.discardEvents()
    resynchronize(entry)
    Log.info(
      "a device is ready",
      ["vendor": .number(matched.product.vendor), "product": .number(matched.product.product)])
  }

  /// Four thousand million attachments, one a second, last longer than any daemon.
  private func newHandle() -> DeviceHandle {
    lastHandle.rawValue += 1
    return lastHandle
  }

  private func detach(_ entry: NodeEntry) {
    entry.attachment?.decoder.releaseAll(at: .now(), sink.received)
    guard let handle = entry.attachment?.descriptor.handle else { return }
    entry.attachment = nil
    // Siblings have the same handle; the Device is there as long as one of its nodes is.
    if !entries.values.contains(where: { $0.attachment?.descriptor.handle == handle }) {
      sink.detached(handle)
    }
  }

  private func close(_ entry: NodeEntry) {
    if let descriptor = entry.node?.rawDescriptor { epoll.remove(descriptor) }
    entry.node = nil
  }
}
