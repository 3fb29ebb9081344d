internal import CEvdev

/// Shortcuts by number, with the events that their press and release are, made ready before anybody presses.
///
/// The usual press finds the keyboard at rest: then its events go out as they stand. Where other keys are down, the ledger
/// says which transitions are left of it. A shortcut that went down alone is booked in the ledger only when
/// another key follows.
struct Shortcuts {
  struct Entry {
    /// Ranges of `events`; empty for a number without a shortcut.
    var down = 0..<0
    /// Empty for a sequence, of which nothing stays down.
    var up = 0..<0
  }

  /// What is to be sent.
  enum Output {
    case events(Range<Int>)
    case frames([KeyFrame])
  }

  private(set) var events: [input_event] = []
  private var entries: [Entry] = []
  /// By number; empty where there is none.
  private var chords: [[ResolvedChord]] = []
  /// The shortcut that is down while nothing else is; not in the ledger.
  private var alone: Int?
  /// Shortcuts that are down and in the ledger, as they were pressed: the keymap may have changed since.
  private var held: [(number: Int, chord: ResolvedChord)] = []

  var isAtRest: Bool { alone == nil && held.isEmpty }

  /// Replaces all shortcuts. What is down keeps its keys until its release.
  ///
  /// - Parameter shortcuts: by number; nil where there is none.
  mutating func prepare(_ shortcuts: [[ResolvedChord]?], _ ledger: inout KeyLedger) {
    book(&ledger)
    chords = shortcuts.map { $0 ?? [] }
    entries = []
    events = []
    for chords in chords {
      var entry = Entry()
      entry.down = add(Self.pressFrames(chords))
      if chords.count == 1 { entry.up = add([Self.transitions(chords[0], down: false)]) }
      entries.append(entry)
    }
  }

  /// Nil for a number without a shortcut.
  mutating func press(_ number: Int, _ ledger: inout KeyLedger) -> Output? {
    guard number < entries.count, !entries[number].down.isEmpty else { return nil }
    if alone == nil && ledger.isEmpty {
      if !entries[number].up.isEmpty { alone = number }
      return .events(entries[number].down)
    }
    book(&ledger)
    let chords = chords[number]
    if chords.count == 1 {
      held.append((number, chords[0]))
      return .frames([ledger.press(chords[0])])
    }
    return .frames(chords.flatMap { [ledger.press($0), ledger.release($0)] })
  }

  /// Nil when it is not down.
  mutating func release(_ number: Int, _ ledger: inout KeyLedger) -> Output? {
    if alone == number {
      alone = nil
      return .events(entries[number].up)
    }
    guard let index = held.firstIndex(where: { $0.number == number }) else { return nil }
    return .frames([ledger.release(held.remove(at: index).chord)])
  }

  /// Puts the shortcut that is down alone into the ledger, before anything else changes it.
  mutating func book(_ ledger: inout KeyLedger) {
    guard let number = alone else { return }
    alone = nil
    held.append((number, chords[number][0]))
    // Its keys are down already.
    _ = ledger.press(chords[number][0])
  }

  /// The ledger lets go of everything.
  mutating func forget() {
    alone = nil
    held = []
  }

  private mutating func add(_ frames: [KeyFrame]) -> Range<Int> {
    let start = events.count
    events += UinputDevice.events(frames)
    return start..<events.count
  }

  /// One chord goes down; of several, each goes down and up.
  private static func pressFrames(_ chords: [ResolvedChord]) -> [KeyFrame] {
    if chords.count == 1 { return [transitions(chords[0], down: true)] }
    return chords.flatMap { [transitions($0, down: true), transitions($0, down: false)] }
  }

  /// Modifiers go down before their key and come up after it.
  private static func transitions(_ chord: ResolvedChord, down: Bool) -> KeyFrame {
    let codes = chord.modifiers + [chord.key]
    return (down ? codes : codes.reversed()).map { KeyTransition(code: $0, isDown: down) }
  }
}

/// What came of a shortcut.
public enum ShortcutOutcome: Hashable, Sendable {
  case sent
  /// Refused: text is being typed, and the shortcut would mix with it.
  case busy
  /// The keymap lacks it, or it is not down.
  case unknown
  /// The virtual keyboard is gone; the kernel has let go of its keys.
  case gone
}
