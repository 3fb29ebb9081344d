/// Which keys of the virtual keyboard are down, and for how many chords.
struct KeyLedger {
  private var owners: [UInt16: Int] = [:]
  /// One entry for each press.
  private var chords: [ResolvedChord] = []

  var isEmpty: Bool { owners.isEmpty }

  /// Takes a chord down: modifiers first. A key that another chord holds already stays as it is.
  mutating func press(_ chord: ResolvedChord) -> KeyFrame {
    chords.append(chord)
    var frame: KeyFrame = []
    for code in chord.modifiers + [chord.key] {
      if owners[code] == nil { frame.append(KeyTransition(code: code, isDown: true)) }
      owners[code, default: 0] += 1
    }
    return frame
  }

  /// Lets a chord go: its key first. A chord that is not down gives no events.
  mutating func release(_ chord: ResolvedChord) -> KeyFrame {
    guard let index = chords.firstIndex(of: chord) else { return [] }
    chords.remove(at: index)
    var frame: KeyFrame = []
    for code in [chord.key] + chord.modifiers.reversed() {
      guard let count = owners[code] else { continue }
      owners[code] = count > 1 ? count - 1 : nil
      if count == 1 { frame.append(KeyTransition(code: code, isDown: false)) }
    }
    return frame
  }

  /// Keeps the books for a frame that is typed.
  mutating func record(_ frame: KeyFrame) {
    for transition in frame { owners[transition.code] = transition.isDown ? 1 : nil }
  }

  /// Lets go of everything in one frame.
  mutating func releaseAll() -> KeyFrame {
    let frame = owners.keys.sorted().map { KeyTransition(code: $0, isDown: false) }
    owners = [:]
    chords = []
    return frame
  }
}
