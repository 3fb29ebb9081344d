import Domain
import Testing

@testable import KeyboardInput

@Suite("Chord table")
struct ChordTableTests {
  @Test("A key that the layout does not have is told with its chord, and the others count")
  func unavailable() {
    let table = ChordTable(["ctrl+F9", "ctrl+ssharp", "rightsuper+F8"], keys: Layout.us)
    #expect(table.entries.map(\.chord) == ["ctrl+F9"])
    #expect(
      table.problems == [
        ChordProblem(chord: "ctrl+ssharp", reason: .unavailableKey),
        ChordProblem(chord: "rightsuper+F8", reason: .unavailableKey),
      ])
  }

  @Test(
    "Chords that the same keys would complete are one too many; the first counts",
    arguments: [
      ("ctrl+F9", "ctrl+F9"), ("ctrl+F9", "leftctrl+F9"), ("leftctrl+F9", "ctrl+F9"), ("shift+a", "A"),
      ("ctrl+plus", "ctrl+shift+equal"), ("ctrl+F9", "leftctrl+rightctrl+F9"),
    ] as [(KeyChord, KeyChord)])
  func duplicate(_ first: KeyChord, _ second: KeyChord) {
    let table = ChordTable([first, second], keys: Layout.us)
    #expect(table.entries.map(\.chord) == [first])
    #expect(table.problems == [ChordProblem(chord: second, reason: .duplicate(of: first))])
  }

  @Test(
    "Chords that differ in a key, a modifier or its side live together",
    arguments: [
      ("ctrl+F9", "ctrl+F8"), ("ctrl+F9", "F9"), ("ctrl+F9", "ctrl+shift+F9"),
      ("leftctrl+F9", "rightctrl+F9"),
      ("a", "A"),
    ] as [(KeyChord, KeyChord)])
  func different(_ first: KeyChord, _ second: KeyChord) {
    #expect(ChordTable([first, second], keys: Layout.us).problems == [])
  }

  @Test("AltGr is a modifier of its own, no right Alt, and part of the symbols that need it")
  func altGr() {
    let table = ChordTable(["at", "alt+F9"], keys: Layout.german)
    var machine = ChordMachine(table)
    #expect(machine.handle(Layout.altGr, .down, at: .at(0)) == true)
    #expect(machine.handle(Layout.f9, .down, at: .at(0)) == true)
    #expect(machine.handle(16, .down, at: .at(0)) == false)
    #expect(ChordMachineTests.words(machine.changes) == ["at down"])
  }

  @Test("The keys that are observed are those of the chords and the modifiers, and none without chords")
  func observed() {
    #expect(ChordTable([], keys: Layout.us).keys.isEmpty)
    #expect(ChordTable(["ssharp"], keys: Layout.us).keys.isEmpty)
    #expect(ChordTable(["ctrl+F9"], keys: Layout.us).keys.members == [29, 42, 54, 56, 67, 97, 100, 125])
  }
}
