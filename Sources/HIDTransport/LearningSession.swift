public import Domain
public import Drivers
internal import Glibc
internal import SystemCalls

/// What the user is told while a Device is being taught.
public enum LearningReport: Hashable, Sendable {
  /// The node is grabbed: press each Control once, and hold it for a moment.
  case began(product: ProductID, name: String)
  case pressed(LearnedKey)
  /// - Parameter isTapOnly: offer Toggle in place of Hold for this Control.
  case released(LearnedKey, isTapOnly: Bool)
  /// The node cannot be had; the errno: EBUSY another program has it, EACCES no permission, EDEADLK a key is down.
  case refused(CInt)
  /// It is over: by `endLearning`, by an unplug, or because everything is suspended.
  case ended
}

extension InputThread {
  /// Grabs one evdev node by its path and tells of every press on it, on the input thread, until `endLearning`. A Device of
  /// which it is a node is detached for that time. A session that is under way ends before.
  ///
  /// - Returns: false when the thread is not running.
  @discardableResult
  public func beginLearning(
    node: String, _ observer: @escaping @Sendable (LearningReport) -> Void
  ) -> Bool {
    performInLoop { $0.beginLearning(node, observer) }
  }

  /// Lets go of the node.
  @discardableResult
  public func endLearning() -> Bool { performInLoop { $0.endLearning() } }
}

/// A node that is being taught. Not Sendable: only the input thread has it.
final class LearningSession {
  let token: UInt64
  let node: EvdevNode
  let observer: @Sendable (LearningReport) -> Void
  /// The Device that had to give the node away.
  let group: DeviceGroup?
  var machine = LearningMachine()

  init(
    token: UInt64, node: consuming EvdevNode, group: DeviceGroup?,
    observer: @escaping @Sendable (LearningReport) -> Void
  ) {
    self.token = token
    self.node = node
    self.group = group
    self.observer = observer
  }
}

extension InputLoop {
  func beginLearning(_ path: String, _ observer: @escaping @Sendable (LearningReport) -> Void) {
    endLearning()
    guard suspendReasons.isEmpty else { return observer(.refused(EAGAIN)) }
    let group = entries.values.first { $0.matched.node == path }?.group
    if let group { tell(group, .suspended) }
    do throws(SystemError) {
      let node = try EvdevNode.open(path)
      let token = newToken()
      let code = Self.code(node.take())
      guard code == 0, !node.name.hasPrefix("hwctl ") else {
        throw SystemError(call: "grab", subject: path, code: code == 0 ? EINVAL : code)
      }
      try epoll.add(node.rawDescriptor, token: token, drained: true)
      let (product, name) = (node.product, node.name)
      learning = LearningSession(token: token, node: node, group: group, observer: observer)
      observer(.began(product: product, name: name))
    } catch {
      observer(.refused(error.code))
      if let group { tell(group, .resumed) }
    }
  }

  private static func code(_ outcome: EvdevNode.Outcome) -> CInt {
    switch outcome {
    case .grabbed: 0
    case .keysHeld: EDEADLK
    case .failed(let code): code
    }
  }

  func readLearning(isBroken: Bool) {
    guard let learning else { return }
    let reading = learning.node.readEvents { raw, instant in
      switch learning.machine.handle(raw, at: instant) {
      case .pressed(let key): learning.observer(.pressed(key))
      case .released(let key, let isTapOnly): learning.observer(.released(key, isTapOnly: isTapOnly))
      case nil: break
      }
    }
    if reading == .dead || isBroken { endLearning() }
  }

  func endLearning() {
    guard let learning else { return }
    self.learning = nil
    epoll.remove(learning.node.rawDescriptor)
    learning.observer(.ended)
    // The node is closed, and its grab given up, before the Device takes it again.
    let group = learning.group
    _ = consume learning
    if let group, suspendReasons.isEmpty { tell(group, .resumed) }
  }
}
