internal import Domain
internal import Drivers

/// How the nodes of one physical Device become one attachment: all of them are ours, or none is. Pure.
///
///     1. two nodes       appeared 1: start   appeared 2: start   ready 1: –   ready 2: attach
///     2. late sibling    attached, appeared 3: start   ready 3: join   (or unready 3: detach, pause 1, pause 2)
///     3. one is busy     ready 1: –   unready 2: pause 1   … ready 2: resume 1   ready 1: attach
///     4. both are busy   unready 1, unready 2; ready 1: pause 1   ready 2: resume 1   ready 1: attach
///     5. unplugged       removed 1: detach, pause 2   removed 2: –
///     6. one goes alone  removed 1: detach, pause 2   … 1 s later: resume 2   ready 2: attach
///     7. suspended       detach, pause all; appeared 3: pause 3   resumed: resume all
///     8. silenced only   ready 1 (which nobody reads): – until a node is ready that is read
///     9. not handled: a sibling that is there but of which udev never tells. The attachment is made without it.
struct GroupMachine: Hashable {
  /// A node, by the number that the input thread has given it.
  typealias Member = UInt64

  enum Fact: Hashable {
    case appeared(Member, NodeRole)
    /// Grabbed (or open, where there is no grab).
    case ready(Member)
    /// It cannot be had, or is not ours any more; it goes on trying by itself.
    case unready(Member)
    case removed(Member)
    case suspended
    case resumed
    case deadlinePassed
  }

  enum Effect: Hashable {
    case start(Member)
    case pause(Member)
    case resume(Member)
    case attach
    /// The attached Device has one node more.
    case join(Member)
    case detach
  }

  private enum Standing: Hashable {
    case trying, ready, failing, paused
  }

  private struct Node: Hashable {
    var member: Member
    var role: NodeRole
    var standing: Standing
  }

  /// After one node has gone: the others of an unplugged Device follow within this time, and are not grabbed again.
  static let settling = Duration.seconds(1)

  private var nodes: [Node] = []
  private var isSuspended: Bool
  private(set) var isAttached = false
  private(set) var deadline: MonotonicInstant?

  init(isSuspended: Bool) { self.isSuspended = isSuspended }

  var isEmpty: Bool { nodes.isEmpty }

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .appeared(let member, let role): appeared(member, role)
    case .ready(let member): ready(member)
    case .unready(let member): unready(member)
    case .removed(let member): removed(member, instant)
    case .suspended: suspend()
    case .resumed: resume()
    case .deadlinePassed: settled()
    }
  }

  private mutating func appeared(_ member: Member, _ role: NodeRole) -> [Effect] {
    let waits = isSuspended || deadline != nil
    nodes.append(Node(member: member, role: role, standing: waits ? .paused : .trying))
    return [waits ? .pause(member) : .start(member)]
  }

  private mutating func ready(_ member: Member) -> [Effect] {
    guard let index = nodes.firstIndex(where: { $0.member == member }) else { return [] }
    nodes[index].standing = .ready
    if isSuspended || nodes.contains(where: { $0.standing == .failing }) {
      nodes[index].standing = .paused
      return [.pause(member)]
    }
    if isAttached { return [.join(member)] }
    let resumed = resumePaused()
    guard nodes.allSatisfy({ $0.standing == .ready }), nodes.contains(where: { $0.role == .reads }) else {
      return resumed
    }
    isAttached = true
    return [.attach]
  }

  private mutating func unready(_ member: Member) -> [Effect] {
    guard let index = nodes.firstIndex(where: { $0.member == member }), nodes[index].standing != .paused
    else { return [] }
    nodes[index].standing = .failing
    return detach() + pause { $0 != member }
  }

  private mutating func removed(_ member: Member, _ instant: MonotonicInstant) -> [Effect] {
    nodes.removeAll { $0.member == member }
    let effects = detach() + pause { _ in true }
    if !isSuspended, !nodes.isEmpty { deadline = instant.advanced(by: Self.settling) }
    return effects
  }

  private mutating func settled() -> [Effect] {
    deadline = nil
    return isSuspended ? [] : resumePaused()
  }

  private mutating func suspend() -> [Effect] {
    isSuspended = true
    deadline = nil
    let effects = detach()
    // Those that fail by themselves stop trying as well.
    for index in nodes.indices { nodes[index].standing = .paused }
    return effects + nodes.map { .pause($0.member) }
  }

  private mutating func resume() -> [Effect] {
    isSuspended = false
    return resumePaused()
  }

  private mutating func detach() -> [Effect] {
    guard isAttached else { return [] }
    isAttached = false
    return [.detach]
  }

  /// Those that fail keep trying by themselves, so that they are not lost.
  private mutating func pause(_ isMeant: (Member) -> Bool) -> [Effect] {
    var effects: [Effect] = []
    for index in nodes.indices where isMeant(nodes[index].member) {
      guard nodes[index].standing == .ready || nodes[index].standing == .trying else { continue }
      nodes[index].standing = .paused
      effects.append(.pause(nodes[index].member))
    }
    return effects
  }

  private mutating func resumePaused() -> [Effect] {
    var effects: [Effect] = []
    for index in nodes.indices where nodes[index].standing == .paused {
      nodes[index].standing = .trying
      effects.append(.resume(nodes[index].member))
    }
    return effects
  }
}
