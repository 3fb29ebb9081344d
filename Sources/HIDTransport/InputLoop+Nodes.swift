internal import CSystem
internal import Dispatch
internal import Domain
internal import Drivers
internal import Glibc
internal import SystemCalls

/// Nodes: reading them, and what their machines say.
extension InputLoop {
  // MARK: Events

  /// The hot path: read, decode, deliver.
  func read(_ entry: NodeEntry, isBroken: Bool) {
    guard let source = entry.source else { return stir(entry, isBroken: isBroken) }
    switch entry.matched.kind {
    case .evdev: readEvents(entry, source, isBroken)
    case .hidraw: readReports(entry, source, isBroken)
    }
    if panicHold != nil { watchPanicChord(entry.group) }
  }

  /// Something happened on a node that is not read: not taken yet, or silenced.
  private func stir(_ entry: NodeEntry, isBroken: Bool) {
    let isAlive = entry.evdev?.discardEvents() ?? entry.hidraw?.discardReports() ?? false
    tell(entry, isAlive && !isBroken ? .stirred : .lost)
  }

  private func readEvents(_ entry: NodeEntry, _ source: Int, _ isBroken: Bool) {
    let group = entry.group
    let reading = entry.evdev?.readEvents { raw, instant in
      group.attachment?.decoder.decode(raw, from: source, at: instant) { sink.received($0) }
      if recorder != nil { record(raw, entry, instant) }
    }
    switch reading {
    case .complete where !isBroken: return
    case .lossy where !isBroken:
      // The state of the whole Device includes this node's.
      if recorder == nil { resynchronize(entry) } else { recordState(group) }
    default: tell(entry, .lost)
    }
  }

  private func readReports(_ entry: NodeEntry, _ source: Int, _ isBroken: Bool) {
    let group = entry.group
    let reading = entry.hidraw?.readReports { report, instant in
      entry.reports += 1
      group.attachment?.decoder.decode(report: report, from: source, at: instant, sink.received)
      if recorder != nil { record(.report(Array(report), isNumbered: entry.isNumbered), group, instant) }
    }
    noteMalformedReports(group)
    switch reading {
    case .complete where !isBroken: return
    case .lossy where !isBroken: askForState(entry)
    default: tell(entry, .lost)
    }
  }

  /// Once when it begins, not for each: a device that speaks another protocol sends many.
  private func noteMalformedReports(_ group: DeviceGroup) {
    guard let attachment = group.attachment, attachment.malformedReports == 0,
      attachment.decoder.malformedReports > 0
    else { return }
    group.attachment?.malformedReports = attachment.decoder.malformedReports
    Log.warning(
      "a device sends reports that its model does not know; they are left out",
      ["vendor": .number(attachment.descriptor.product.vendor)])
  }

  /// Takes over the kernel's state of a node: which keys are down, and where its axes are. Nil when the node is dead.
  @discardableResult
  func resynchronize(_ entry: NodeEntry) -> (keys: Set<UInt16>, axes: [UInt16: Int32])? {
    guard let source = entry.source, case .success(let keys)? = entry.evdev?.keysDown() else {
      tell(entry, .lost)
      return nil
    }
    entry.frame = []
    let axes = entry.evdev?.axes(entry.matched.model.axes).mapValues(\.resting) ?? [:]
    entry.group.attachment?.decoder.resync(
      keysDown: keys, axes: axes, from: source, at: .now(), sink.received)
    return (keys, axes)
  }

  /// The kernel's ring has overflowed. Where the device answers, its answer is the truth, unless a newer report has come;
  /// where it does not, nothing is known to be down.
  private func askForState(_ entry: NodeEntry) {
    let (opening, reports) = (entry.openings, entry.reports)
    ask(entry) { loop, entry, report in
      guard entry.openings == opening, entry.reports == reports, let source = entry.source else { return }
      loop.record(.keysDown([]), entry.group, .now())
      if let report {
        loop.record(.report(report, isNumbered: entry.isNumbered), entry.group, .now())
      }
      (report ?? []).withUnsafeBytes { bytes in
        entry.group.attachment?.decoder.resync(
          report: bytes, from: source, at: .now(), loop.sink.received)
      }
    }
  }

  /// On another thread, as the kernel may wait for the device.
  private func ask(
    _ entry: NodeEntry, _ receive: @escaping @Sendable (InputLoop, NodeEntry, [UInt8]?) -> Void
  ) {
    guard case .hidraw(let layout) = entry.matched.model.transport else { return }
    let (token, path, inbox) = (entry.token, entry.matched.node, inbox)
    DispatchQueue.global().async { @Sendable in
      let report = HidrawNode.inputReport(path, reportID: layout.reportID ?? 0)
      inbox.answer { loop in
        if let entry = loop.entries[token] { receive(loop, entry, report) }
      }
    }
  }

  // MARK: Effects

  func tell(_ entry: NodeEntry, _ fact: NodeMachine.Fact) {
    for effect in entry.machine.handle(fact, at: .now()) { carryOut(effect, entry) }
    if fact == .keysHeld { tell(entry.group, .unready(entry.token)) }
    refreshDeadline()
  }

  private func carryOut(_ effect: NodeMachine.Effect, _ entry: NodeEntry) {
    switch effect {
    case .open: open(entry)
    case .take: take(entry)
    case .attach:
      unblock(entry)
      tell(entry.group, .ready(entry.token))
    case .detach: tell(entry.group, .unready(entry.token))
    case .close: close(entry)
    case .block(let block):
      report(block, entry)
      tell(entry.group, .unready(entry.token))
    case .forget:
      unblock(entry)
      entries[entry.token] = nil
      if lastRead === entry { lastRead = nil }
      tell(entry.group, .removed(entry.token))
      if entry.group.machine.isEmpty { groups[entry.group.parent] = nil }
    }
  }

  private func open(_ entry: NodeEntry) {
    entry.openings += 1
    do throws(SystemError) {
      switch entry.matched.kind {
      case .evdev:
        let node = try EvdevNode.open(entry.matched.node)
        try epoll.add(node.rawDescriptor, token: entry.token, drained: true)
        entry.evdev = consume node
      case .hidraw:
        let node = try HidrawNode.open(entry.matched.node)
        try epoll.add(node.rawDescriptor, token: entry.token, drained: true)
        entry.hidraw = consume node
      }
      tell(entry, .opened)
    } catch {
      tell(entry, .openFailed(error.code))
    }
  }

  private func take(_ entry: NodeEntry) {
    if case .hidraw = entry.matched.kind { return takeReports(entry) }
    switch entry.evdev?.take() {
    case .grabbed: tell(entry, .taken)
    case .keysHeld: tell(entry, .keysHeld)
    case .failed(let code): tell(entry, code == ENODEV ? .lost : .takeFailed(code))
    case nil: tell(entry, .lost)
    }
  }

  /// Nothing to grab; but a unit that has a number of its own is asked for it first, which takes up to 5 s where it does
  /// not answer.
  private func takeReports(_ entry: NodeEntry) {
    guard case .hidraw(let isNumbered) = entry.matched.kind,
      case .hidraw(let layout) = entry.matched.model.transport, layout.unitByte != nil
    else { return tell(entry, .taken) }
    let opening = entry.openings
    ask(entry) { loop, entry, report in
      guard entry.openings == opening, entry.hidraw != nil else { return }
      entry.unit = report.flatMap { layout.unit(of: $0, isNumbered: isNumbered) }
      loop.tell(entry, .taken)
    }
  }

  private func close(_ entry: NodeEntry) {
    if let descriptor = entry.evdev?.rawDescriptor ?? entry.hidraw?.rawDescriptor { epoll.remove(descriptor) }
    entry.evdev = nil
    entry.hidraw = nil
  }
}
