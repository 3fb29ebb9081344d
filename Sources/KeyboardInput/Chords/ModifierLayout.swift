internal import Domain

/// Which keys of a keyboard layout are modifiers, by their keysym names.
struct ModifierLayout {
  private var codes: [KeyChord.Modifier: UInt16] = [:]
  /// Left and right of one modifier.
  private var pairs: [KeySet] = []
  private(set) var all = KeySet()

  private static let names: [(left: KeyChord.Modifier, right: KeyChord.Modifier, symbol: String)] = [
    (.leftControl, .rightControl, "Control"), (.leftShift, .rightShift, "Shift"),
    (.leftAlt, .rightAlt, "Alt"),
    (.leftSuper, .rightSuper, "Super"),
  ]

  /// AltGr and its like: not named in chords, but a chord is not exact while one is down.
  private static let levels = ["ISO_Level3_Shift", "ISO_Level5_Shift"]

  init(_ keys: ChordLayout) {
    func code(_ symbol: String) -> UInt16? {
      // With a modifier it would be a symbol of a higher level, not a key of its own.
      guard let found = keys(KeyChord(modifiers: [], key: symbol)), found.modifiers.isEmpty else {
        return nil
      }
      return found.key
    }
    for (left, right, symbol) in Self.names {
      codes[left] = code("\(symbol)_L")
      codes[right] = code("\(symbol)_R")
      let pair = KeySet([left, right].compactMap { codes[$0] })
      pairs.append(pair)
      all.formUnion(pair)
    }
    all.formUnion(KeySet(Self.levels.compactMap(code)))
  }

  /// Either side, unless the modifier has one. Empty when the layout has no such key.
  func keys(of modifier: KeyChord.Modifier) -> KeySet {
    switch modifier {
    case .control, .shift, .alt, .super:
      KeySet(
        Self.names.filter { $0.left.eitherSide == modifier }.flatMap { [codes[$0.left], codes[$0.right]] }
          .compactMap(\.self))
    case .leftControl, .rightControl, .leftShift, .rightShift, .leftAlt, .rightAlt, .leftSuper, .rightSuper:
      KeySet([codes[modifier]].compactMap(\.self))
    }
  }

  /// The keys that do the same as this one.
  func alternatives(of code: UInt16) -> KeySet { pairs.first { $0.contains(code) } ?? KeySet([code]) }
}
