internal import Domain
internal import Synchronization

/// How many Actions of each kind are active: written on the input thread, read on any.
///
/// One word, so that neither the press nor the reader ever waits: eight bits for each kind.
final class ActiveKinds: Sendable {
  private let counts = Atomic<UInt64>(0)

  func add(_ kind: ActionKind) { counts.add(kind.one, ordering: .relaxed) }

  func remove(_ kind: ActionKind) { counts.subtract(kind.one, ordering: .relaxed) }

  var kinds: [ActionKind] {
    let counts = counts.load(ordering: .relaxed)
    return ActionKind.allCases.filter { counts & ($0.one * 255) != 0 }
  }
}

extension ActionKind {
  fileprivate var one: UInt64 {
    switch self {
    case .none: 1
    case .keyboardShortcut: 1 << 8
    case .localDictation: 1 << 16
    case .media: 1 << 24
    case .profile: 1 << 32
    case .localAIDictation: 1 << 40
    }
  }
}
