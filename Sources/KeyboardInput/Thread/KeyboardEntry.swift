internal import Domain
internal import SystemCalls

/// One listed keyboard that is there: how far it has come, and what is open of it.
/// Not Sendable: only the keyboard thread has it.
final class KeyboardEntry {
  let token: UInt64
  let node: KeyboardNode
  let selection: KeyboardSelection
  let source: ChordSourceID
  var machine: KeyboardMachine
  var chords: ChordMachine
  var keyboard: SourceKeyboard?
  var copy: CopyKeyboard?
  /// While the keyboard is grabbed, if the user may read the copy's node.
  var lights: CopyLights?
  /// While the copy waits for a reader.
  var watch: NodeWatch?
  var readiness: CopyReadiness?
  /// While the keyboard is grabbed or observed.
  var isAttached = false
  var holders: [NodeHolder] = []

  init(
    token: UInt64, node: KeyboardNode, selection: KeyboardSelection, source: ChordSourceID, table: ChordTable
  ) {
    self.token = token
    self.node = node
    self.selection = selection
    self.source = source
    machine = KeyboardMachine(mode: selection.mode)
    chords = ChordMachine(table)
  }

  var state: KeyboardState {
    if machine.isReady { return .ready }
    if machine.isSuspended { return .suspended }
    return switch machine.told {
    case nil: .starting
    case .permissionDenied(let subject): .permissionDenied(path: path(subject))
    case .busy: .busy(holders: holders)
    case .keysHeld: .keysHeld
    case .notRead: .notRead
    case .failed(let subject, let code): .failed(path: path(subject), code: code)
    }
  }

  private func path(_ subject: KeyboardBlock.Subject) -> String {
    switch subject {
    case .keyboard: node.node
    case .uinput: CopyKeyboard.path
    }
  }
}
