public import Domain

/// The evdev codes that a chord's names stand for on the user's keyboard layout.
public struct ChordKeys: Hashable, Sendable {
  public var key: UInt16
  /// What has to be down as well, one code each: AltGr for "at" on a German layout.
  public var modifiers: [UInt16]

  public init(key: UInt16, modifiers: [UInt16]) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A chord that cannot be had, and why. Only that chord is without effect.
public struct ChordProblem: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The keyboard layout has no such key.
    case unavailableKey
    /// The same keys on the keyboard would be this other chord, which came first.
    case duplicate(of: KeyChord)
  }

  public var chord: KeyChord
  public var reason: Reason

  public init(chord: KeyChord, reason: Reason) {
    self.chord = chord
    self.reason = reason
  }
}

/// All chords as keys of one keyboard layout. Pure; made anew when chords or layout change.
struct ChordTable: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var chord: KeyChord
    var key: UInt16
    /// Of each set at least one key is down.
    var requirements: [KeySet]
    /// All keys of all requirements: no other modifier may be down.
    var allowed: KeySet
  }

  /// Sorted by key.
  private(set) var entries: [Entry] = []
  private(set) var problems: [ChordProblem] = []
  /// Every modifier key of the layout; a chord is exact in these.
  private(set) var modifiers = KeySet()
  /// For each key code the first entry with this key; -1 where there is none.
  private var first = [Int32](repeating: -1, count: KeySet.codes)

  /// Without chords.
  init() {}

  /// - Parameter keys: the layout; asked for the key of each chord, and for the modifier keys by their keysym names.
  init(_ chords: [KeyChord], keys: ChordLayout) {
    let layout = ModifierLayout(keys)
    modifiers = layout.all
    for chord in chords {
      guard let entry = Self.entry(chord, layout, keys) else {
        problems.append(ChordProblem(chord: chord, reason: .unavailableKey))
        continue
      }
      if let earlier = entries.first(where: { Self.overlap($0, entry) }) {
        problems.append(ChordProblem(chord: chord, reason: .duplicate(of: earlier.chord)))
      } else {
        entries.append(entry)
        modifiers.formUnion(entry.allowed)
      }
    }
    entries.sort { $0.key < $1.key }
    for (index, entry) in entries.enumerated().reversed() { first[Int(entry.key)] = Int32(index) }
  }

  /// The keys that matter: those of the chords, and the modifiers, which decide whether a chord is exact.
  var keys: KeySet {
    guard !entries.isEmpty else { return KeySet() }
    var keys = modifiers
    for entry in entries { keys.insert(entry.key) }
    return keys
  }

  /// The entry that is complete when its key goes down while these keys are down.
  ///
  /// - Parameter withheld: keys that are down as a chord's key, and so do not count as modifiers.
  func match(_ key: UInt16, down: KeySet, withheld: KeySet) -> Int? {
    guard Int(key) < KeySet.codes else { return nil }
    var index = Int(first[Int(key)])
    guard index >= 0 else { return nil }
    while index < entries.count, entries[index].key == key {
      let entry = entries[index]
      if down.stays(in: entry.allowed, of: modifiers, without: withheld),
        isHeld(index, down: down, withheld: withheld)
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Whether all modifiers of an entry are down.
  func isHeld(_ index: Int, down: KeySet, withheld: KeySet) -> Bool {
    entries[index].requirements.allSatisfy { down.has(oneOf: $0, without: withheld) }
  }

  private static func entry(
    _ chord: KeyChord, _ layout: ModifierLayout, _ keys: ChordLayout
  ) -> Entry? {
    guard let found = keys(KeyChord(modifiers: [], key: chord.key)), Int(found.key) < KeySet.codes else {
      return nil
    }
    var requirements: [KeySet] = []
    for modifier in KeyChord.Modifier.allCases where chord.modifiers.contains(modifier) {
      requirements.append(layout.keys(of: modifier))
    }
    // A symbol of a higher level brings its modifier along, unless the chord names it anyway.
    for code in found.modifiers where !requirements.contains(where: { $0.contains(code) }) {
      requirements.append(layout.alternatives(of: code))
    }
    var allowed = KeySet()
    for index in requirements.indices {
      // The key of a chord may be a modifier key itself, and is then no other one.
      requirements[index].remove(found.key)
      guard !requirements[index].isEmpty else { return nil }
      allowed.formUnion(requirements[index])
    }
    return Entry(chord: chord, key: found.key, requirements: requirements, allowed: allowed)
  }

  /// Whether some keys, held down together, would complete both.
  private static func overlap(_ left: Entry, _ right: Entry) -> Bool {
    let common = left.allowed.intersection(right.allowed)
    return left.key == right.key
      && (left.requirements + right.requirements).allSatisfy { $0.intersects(common) }
  }
}
