import Domain
import Testing

@testable import KeyboardInput

/// Every sequence of key events of a small keyboard, until no new state appears.
@Suite("Chord machine, exhaustively")
struct SmallWorldTests {
  /// What an observer of a chord machine knows: the two sides must never disagree.
  private struct World: Hashable {
    var machine: ChordMachine
    /// Of these keys, press by press, whether the press was passed.
    var pressed: [UInt16: Bool] = [:]
    /// Chords that are down, each with its key.
    var chords: [KeyChord: UInt16] = [:]
    var tableIndex = 0
  }

  private enum Step: Hashable {
    case key(UInt16, ChordMachine.Transition)
    case adopt(Int)
    case lost
  }

  private static let keys = [Layout.ctrl, Layout.rightCtrl, Layout.shift, Layout.f9, Layout.f8, Layout.a]
  private static let lists: [[KeyChord]] = [
    ["ctrl+F9", "ctrl+F8", "F9"], ["leftctrl+shift+F9", "F8", "Control_R"], [],
  ]
  private static let tables = lists.map { ChordTable($0, keys: Layout.us) }

  @Test("In every state that can be reached, presses and releases agree and each chord is down once")
  func everyState() throws {
    var seen: Set<World> = [World(machine: ChordMachine(Self.tables[0]))]
    var frontier = Array(seen)
    var steps = 0
    while !frontier.isEmpty {
      var next: [World] = []
      for world in frontier {
        for step in Self.steps(of: world) {
          steps += 1
          let after = try Self.take(step, world)
          if seen.insert(after).inserted { next.append(after) }
        }
      }
      frontier = next
    }
    print("chord machine: \(seen.count) states, \(steps) steps")
    #expect(seen.count > 500)
  }

  private static func steps(of world: World) -> [Step] {
    let transitions = keys.flatMap { key -> [Step] in
      world.pressed[key] == nil ? [.key(key, .down)] : [.key(key, .up), .key(key, .repeated)]
    }
    return transitions + lists.indices.filter { $0 != world.tableIndex }.map { .adopt($0) } + [.lost]
  }

  private static func take(_ step: Step, _ world: World) throws -> World {
    var after = world
    switch step {
    case .key(let key, let transition):
      let expected = expectedChord(key, transition, world)
      let isPassed = after.machine.handle(key, transition, at: .at(0))
      try settle(&after, key)
      switch transition {
      case .down:
        after.pressed[key] = isPassed
        try #require(isPassed == (expected == nil), "a press is withheld when it completes a chord: \(step)")
        if let expected { try #require(after.chords[expected] == key, "\(expected) is down") }
      case .up:
        try #require(after.pressed.removeValue(forKey: key) == isPassed, "release as press: \(step)")
        try #require(!after.chords.values.contains(key), "a chord ends with its key")
      case .repeated:
        try #require(after.pressed[key] == isPassed, "repeat as press: \(step)")
        try #require(after.machine == world.machine, "a repeat changes nothing")
      }
    case .adopt(let index):
      after.machine.adopt(tables[index], at: .at(0))
      after.tableIndex = index
      try settle(&after, 0)
    case .lost:
      after.machine.releaseAll(at: .at(0))
      try settle(&after, 0)
      after.pressed = [:]
      try #require(after.chords.isEmpty, "nothing is down on a lost keyboard")
    }
    let passed = Set(after.pressed.filter(\.value).keys)
    try #require(Set(after.machine.passedKeys.members) == passed, "what is down for the desktop")
    for chord in after.chords.keys {
      try #require(isHeld(chord, after), "\(chord) is down without its modifiers")
    }
    return after
  }

  /// Books the changes, each of which must fit what was before.
  private static func settle(_ world: inout World, _ key: UInt16) throws {
    for change in world.machine.changes {
      if change.isDown {
        try #require(world.chords.updateValue(key, forKey: change.chord) == nil, "down twice")
      } else {
        try #require(world.chords.removeValue(forKey: change.chord) != nil, "up without down")
      }
    }
    world.machine.clearChanges()
  }

  // MARK: The rule once more, in other words

  private static func expectedChord(
    _ key: UInt16, _ transition: ChordMachine.Transition, _ world: World
  ) -> KeyChord? {
    guard transition == .down else { return nil }
    return lists[world.tableIndex].first { chord in
      keyCode(chord) == key && isHeld(chord, world)
        && modifiersDown(world).allSatisfy { side in
          chord.modifiers.contains(side) || chord.modifiers.contains(side.eitherSide)
        }
    }
  }

  private static func isHeld(_ chord: KeyChord, _ world: World) -> Bool {
    let down = modifiersDown(world)
    return chord.modifiers.allSatisfy { wanted in
      down.contains { $0 == wanted || $0.eitherSide == wanted }
    }
  }

  /// Modifier keys that are down and were passed on.
  private static func modifiersDown(_ world: World) -> [KeyChord.Modifier] {
    let sides: [UInt16: KeyChord.Modifier] = [
      Layout.ctrl: .leftControl, Layout.rightCtrl: .rightControl, Layout.shift: .leftShift,
    ]
    return world.pressed.filter(\.value).keys.compactMap { sides[$0] }
  }

  private static func keyCode(_ chord: KeyChord) -> UInt16? { Layout.us(chord)?.key }
}
