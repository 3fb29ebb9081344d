public import Domain
public import SystemCalls

/// Where the chord source delivers. Every call is on its thread and must not block.
public protocol ChordSink: Sendable {
  /// A chord has gone down or up. Every down has one up with the same source, also when the keyboard is unplugged, the
  /// chord is taken away or the thread ends.
  ///
  /// - Parameter instant: the kernel's time stamp of the key; of an up without a key, when it was noticed.
  func chord(_ chord: KeyChord, isDown: Bool, source: ChordSourceID, at instant: MonotonicInstant)
  /// What is ready and what is not has changed.
  func stateChanged(_ state: ChordInputState)
}

/// The state of all listed keyboards and of the chords that cannot be had.
public struct ChordInputState: Hashable, Sendable {
  /// In the order of the list; a selection that fits several keyboards has one entry for each.
  public var keyboards: [KeyboardStatus]
  public var problems: [ChordProblem]

  public init(keyboards: [KeyboardStatus] = [], problems: [ChordProblem] = []) {
    self.keyboards = keyboards
    self.problems = problems
  }
}

public struct KeyboardStatus: Hashable, Sendable {
  public var selection: KeyboardSelection
  /// "/dev/input/event7"; nil while nothing fits the selection.
  public var node: String?
  /// The kernel's name.
  public var name: String?
  /// The source of its chords.
  public var source: ChordSourceID?
  public var state: KeyboardState

  public init(
    selection: KeyboardSelection, node: String? = nil, name: String? = nil, source: ChordSourceID? = nil,
    state: KeyboardState
  ) {
    self.selection = selection
    self.node = node
    self.name = name
    self.source = source
    self.state = state
  }
}

public enum KeyboardState: Hashable, Sendable {
  /// On the way: being opened, or waiting for the desktop to read the virtual copy.
  case starting
  case ready
  /// Let go of, until `resume`.
  case suspended
  /// Nothing that is plugged in fits the selection.
  case missing
  /// The path that the user may not open: the keyboard's node or /dev/uinput.
  case permissionDenied(path: String)
  /// Another program has grabbed the keyboard; the programs that have it open and could be seen.
  case busy(holders: [NodeHolder])
  /// A key has been down for so long that the keyboard was not grabbed.
  case keysHeld
  /// Nobody reads the virtual copy: with the grab, typing would reach nobody.
  case notRead
  /// It has no keys of a keyboard: a mouse, a joystick.
  case notAKeyboard
  /// hwctl takes it as a Device, whose Controls have Bindings.
  case driven
  /// An earlier entry of the list has the same keyboard.
  case listedTwice
  /// Anything else the kernel says of the path, as errno.
  case failed(path: String, code: CInt)
}
