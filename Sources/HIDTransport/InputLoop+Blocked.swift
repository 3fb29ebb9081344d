internal import Dispatch
internal import Domain
internal import Drivers
internal import SystemCalls

/// Matched nodes that cannot be used: telling so, and taking it back.
extension InputLoop {
  func report(_ block: NodeMachine.Block, _ entry: NodeEntry) {
    entry.isBlocked = true
    switch block {
    case .busy: findHolders(entry)
    case .permissionDenied: deliver(.permissionDenied, entry)
    case .keysHeld: deliver(.keysHeld, entry)
    case .failed(let code): deliver(.failed(code: code), entry)
    }
  }

  /// Unless the node has become free in the meantime.
  func reportBusy(_ entry: NodeEntry, _ holders: [NodeHolder]) {
    if entry.machine.told == .busy { deliver(.busy(holders: holders), entry) }
  }

  private func deliver(_ reason: BlockedDevice.Reason, _ entry: NodeEntry) {
    let matched = entry.matched
    sink.blocked(
      BlockedDevice(
        node: matched.node, model: matched.model.id, product: matched.product, name: matched.name,
        reason: reason))
  }

  func unblock(_ entry: NodeEntry) {
    guard entry.isBlocked else { return }
    entry.isBlocked = false
    sink.unblocked(node: entry.matched.node)
  }

  /// Looks through /proc on another thread: other pedals must not wait for it.
  private func findHolders(_ entry: NodeEntry) {
    let (token, path, inbox) = (entry.token, entry.matched.node, inbox)
    DispatchQueue.global().async { @Sendable in
      let holders = NodeHolders.find(path)
      inbox.answer { loop in
        if let entry = loop.entries[token] { loop.reportBusy(entry, holders) }
      }
    }
  }
}
