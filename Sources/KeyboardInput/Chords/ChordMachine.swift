internal import Domain

/// The keys of one keyboard: which chords are down, and which events are passed on when the keyboard is grabbed.
/// Pure; what comes in are the kernel's key events, in order.
///
///     C is ctrl, S is shift, K the key of the chord ctrl+K; capitals go down, small letters up, K* is auto-repeat.
///
///     1. a chord        C  K      K*  k      c          chord: down at K, up at k     passed: C c
///     2. modifier first C  K  c   K*  k                 chord: down at K, up at c     passed: C c
///     3. not exact      C  S  K   k   s   c             no chord                      passed: all
///     4. joined later   C  K  S   k   s   c             chord: down at K, up at k     passed: C S s c
///     5. no new press   K  C  k   c                     no chord                      passed: all
///     6. both sides     C  C' K   c   k   c'            chord: down at K, up at k     passed: C C' c c'
///     7. chords change  C  K  (ctrl+K is taken away)  k  chord: up when it is taken   passed: C
///     8. new chord      C  K  (ctrl+K is added)       k  no chord: K was passed       passed: C K k
///     9. unplugged      C  K  (lost)                     chord: up when it is lost
///     10. not handled   modifiers that are down on another keyboard
///
/// Of a chord only its key is withheld, from press to release: a press that was passed has its release passed, a press
/// that was not has not. The rest of the keyboard notices nothing.
struct ChordMachine: Hashable, Sendable {
  enum Transition: Hashable, Sendable { case down, up, repeated }

  struct Change: Hashable, Sendable {
    var chord: KeyChord
    var isDown: Bool
    var instant: MonotonicInstant
  }

  private(set) var table: ChordTable
  private var down = KeySet()
  /// Of these, the press was withheld.
  private var withheld = KeySet()
  /// Entries of the table whose chord is down.
  private var active: [Int] = []
  /// What happened since `clearChanges`, in order.
  private(set) var changes: [Change] = []

  /// More chords than a person has fingers are never down at once; the arrays do not grow on the way of a key.
  private static let usualChanges = 16

  init(_ table: ChordTable = ChordTable()) {
    self.table = table
    changes.reserveCapacity(Self.usualChanges)
    active.reserveCapacity(Self.usualChanges)
  }

  mutating func clearChanges() { changes.removeAll(keepingCapacity: true) }

  /// - Returns: whether the event is passed on.
  mutating func handle(_ key: UInt16, _ transition: Transition, at instant: MonotonicInstant) -> Bool {
    switch transition {
    case .down where !down.contains(key): return press(key, instant)
    case .down, .repeated: return !withheld.contains(key)
    case .up: return release(key, instant)
    }
  }

  private mutating func press(_ key: UInt16, _ instant: MonotonicInstant) -> Bool {
    let match = table.match(key, down: down, withheld: withheld)
    down.insert(key)
    guard let match else { return true }
    withheld.insert(key)
    active.append(match)
    changes.append(Change(chord: table.entries[match].chord, isDown: true, instant: instant))
    return false
  }

  private mutating func release(_ key: UInt16, _ instant: MonotonicInstant) -> Bool {
    down.remove(key)
    let isPassed = !withheld.remove(key)
    if !active.isEmpty { endChords(without: key, instant) }
    return isPassed
  }

  private mutating func endChords(without key: UInt16, _ instant: MonotonicInstant) {
    var index = 0
    while index < active.count {
      let entry = active[index]
      if table.entries[entry].key != key, table.isHeld(entry, down: down, withheld: withheld) {
        index += 1
      } else {
        active.remove(at: index)
        changes.append(Change(chord: table.entries[entry].chord, isDown: false, instant: instant))
      }
    }
  }

  /// From now on these chords count; a chord that is down and is the same in both stays down.
  mutating func adopt(_ table: ChordTable, at instant: MonotonicInstant) {
    let old = active.map { self.table.entries[$0] }
    self.table = table
    active.removeAll(keepingCapacity: true)
    for entry in old {
      if let index = table.entries.firstIndex(of: entry) {
        active.append(index)
      } else {
        changes.append(Change(chord: entry.chord, isDown: false, instant: instant))
      }
    }
  }

  /// The keys that are down for whoever the events are passed to.
  var passedKeys: KeySet { down.subtracting(withheld) }

  /// The keyboard is gone, or is not ours any more: all is up.
  mutating func releaseAll(at instant: MonotonicInstant) {
    for entry in active {
      changes.append(Change(chord: table.entries[entry].chord, isDown: false, instant: instant))
    }
    active.removeAll(keepingCapacity: true)
    down.removeAll()
    withheld.removeAll()
  }

  /// Events were lost, and these keys are down now: makes up for the difference, releases first, then modifiers, so
  /// that a chord pressed in the gap is seen whole.
  ///
  /// - Parameter pass: each transition that is passed on.
  mutating func resynchronize(
    _ keysDown: KeySet, at instant: MonotonicInstant, pass: (UInt16, _ isDown: Bool) -> Void
  ) {
    for key in down.subtracting(keysDown).members where handle(key, .up, at: instant) { pass(key, false) }
    let new = keysDown.subtracting(down)
    for key in new.intersection(table.modifiers).members + new.subtracting(table.modifiers).members
    where handle(key, .down, at: instant) { pass(key, true) }
  }
}
