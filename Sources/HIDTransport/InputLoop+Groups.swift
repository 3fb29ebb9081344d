internal import Domain
internal import Drivers
internal import SystemCalls

/// Physical Devices: attaching them once all their nodes are ours, and letting go of them.
extension InputLoop {
  func tell(_ group: DeviceGroup, _ fact: GroupMachine.Fact) {
    for effect in group.machine.handle(fact, at: .now()) { carryOut(effect, group) }
    refreshDeadline()
  }

  private func carryOut(_ effect: GroupMachine.Effect, _ group: DeviceGroup) {
    switch effect {
    case .start(let member): if let entry = entries[member] { tell(entry, .appeared) }
    case .pause(let member):
      if let entry = entries[member] {
        unblock(entry)
        tell(entry, .paused)
      }
    case .resume(let member): if let entry = entries[member] { tell(entry, .resumed) }
    case .attach: attach(group)
    case .join(let member): if let entry = entries[member] { join(entry) }
    case .detach: detach(group)
    }
  }

  func members(of group: DeviceGroup) -> [NodeEntry] {
    entries.values.filter { $0.group === group }.sorted { $0.token < $1.token }
  }

  private func attach(_ group: DeviceGroup) {
    let members = members(of: group)
    guard let first = members.first(where: { $0.matched.role == .reads }) else { return }
    let identity = first.identity
    let alike = groups.values.filter { $0 !== group && $0.attachment?.identity == identity }
    let isTaken = alike.contains { $0.attachment?.descriptor.id == identity }
    let matched = first.matched
    let descriptor = DeviceDescriptor(
      handle: newHandle(), id: isTaken ? first.identityByParent : identity, model: matched.model.id,
      product: matched.product, name: matched.name, controls: matched.model.controls.map(\.id),
      isAmbiguous: !alike.isEmpty)
    group.attachment = DeviceGroup.Attachment(
      descriptor: descriptor, decoder: DeviceDecoder(device: descriptor.handle, model: matched.model),
      identity: identity)
    sink.attached(descriptor)
    for entry in members { join(entry) }
    for other in alike where other.attachment?.descriptor.isAmbiguous == false { announceAmbiguous(other) }
    Log.info(
      "a device is ready",
      ["vendor": .number(matched.product.vendor), "product": .number(matched.product.product)])
  }

  /// From now on the node's events count.
  private func join(_ entry: NodeEntry) {
    guard entry.matched.role == .reads, entry.group.attachment != nil else { return }
    if case .hidraw(let isNumbered) = entry.matched.kind {
      entry.source = entry.group.attachment?.decoder.addReportSource(isNumbered: isNumbered)
      // Reports that came since the node was opened: nothing else tells of its state.
      return read(entry, isBroken: false)
    }
    entry.axes = entry.evdev?.axes(entry.matched.model.axes) ?? [:]
    entry.source = entry.group.attachment?.decoder.addEvdevSource(axes: entry.axes)
    // Pressed between the look at the keys and the grab: that press counts, nobody else has seen the whole of it.
    entry.evdev?.discardEvents()
    recordAxes(entry)
    if let state = resynchronize(entry), !state.keys.isEmpty, recorder != nil { recordState(entry.group) }
  }

  private func detach(_ group: DeviceGroup) {
    group.attachment?.decoder.releaseAll(at: .now(), sink.received)
    for entry in members(of: group) {
      entry.source = nil
      entry.frame = []
    }
    group.panic = newPanicMachine()
    guard let handle = group.attachment?.descriptor.handle else { return }
    group.attachment = nil
    sink.detached(handle)
  }

  /// The unit was told as one that can be known, and now there is another that says the same.
  private func announceAmbiguous(_ group: DeviceGroup) {
    guard var descriptor = group.attachment?.descriptor, let identity = group.attachment?.identity else {
      return
    }
    let members = members(of: group)
    detach(group)
    guard let model = members.first?.matched.model else { return }
    descriptor.handle = newHandle()
    descriptor.isAmbiguous = true
    group.attachment = DeviceGroup.Attachment(
      descriptor: descriptor, decoder: DeviceDecoder(device: descriptor.handle, model: model),
      identity: identity)
    sink.attached(descriptor)
    for entry in members { join(entry) }
  }

  /// Four thousand million attachments, one a second, last longer than any daemon.
  private func newHandle() -> DeviceHandle {
    lastHandle.rawValue += 1
    return lastHandle
  }

  // MARK: Letting go of everything

  func suspend(_ reason: SuspendReason) {
    let isFirst = suspendReasons.isEmpty
    suspendReasons.insert(reason)
    guard isFirst else { return }
    endLearning()
    for group in groups.values { tell(group, .suspended) }
    Log.info("every device is let go of", ["reason": .code(reason)])
  }

  func resume(_ reason: SuspendReason) {
    guard suspendReasons.remove(reason) != nil, suspendReasons.isEmpty else { return }
    for group in groups.values { tell(group, .resumed) }
    Log.info("devices are taken again", ["reason": .code(reason)])
  }

  func newPanicMachine() -> PanicMachine { PanicMachine(limit: panicHold ?? InputOptions.usualPanicHold) }

  func watchPanicChord(_ group: DeviceGroup) {
    // In place, for each press comes by here: a copy of the attachment would count all that it holds.
    let areAllDown = group.attachment?.isPanicChordDown ?? false
    guard areAllDown != group.attachment?.areAllDown else { return }
    group.attachment?.areAllDown = areAllDown
    group.panic.changed(allDown: areAllDown, at: .now())
    refreshDeadline()
  }

  func panic() {
    suspend(.panic)
    sink.panicked()
  }

  func adopt(_ models: KnownModels) {
    self.models = models
    for entry in entries.values where models.model(for: entry.matched.product) != entry.matched.model {
      tell(entry, .removed)
    }
    findNodes()
  }
}
