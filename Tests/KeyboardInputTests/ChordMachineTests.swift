import Domain
import Testing

@testable import KeyboardInput

@Suite("Chord machine")
struct ChordMachineTests {
  /// Keys as the machine's timelines write them: C, D are left and right ctrl, S shift, G AltGr, K F9, L F8, A a letter.
  static let letters: [Character: UInt16] = [
    "C": Layout.ctrl, "D": Layout.rightCtrl, "S": Layout.shift, "G": Layout.altGr, "K": Layout.f9,
    "L": Layout.f8,
    "A": Layout.a,
  ]

  struct Case: CustomTestStringConvertible, Sendable {
    var title: String
    var chords: [KeyChord]
    /// Capitals go down, small letters up, a capital and "*" is auto-repeat.
    var keys: String
    /// What is passed on, written the same way.
    var passed: String
    var changes: [String]

    init(_ title: String, _ chords: [KeyChord], _ keys: String, passed: String, _ changes: [String]) {
      (self.title, self.chords, self.keys, self.passed, self.changes) = (title, chords, keys, passed, changes)
    }

    var testDescription: String { title }
  }

  static let cases: [Case] = [
    Case(
      "A chord is its key, withheld, between the modifiers, passed", ["ctrl+F9"], "C K K* k c", passed: "C c",
      ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "A chord ends with its modifier; its key stays withheld to the end", ["ctrl+F9"], "C K c K* k",
      passed: "C c", ["ctrl+F9 down", "ctrl+F9 up"]),
    Case("With one modifier more it is no chord", ["ctrl+F9"], "C S K k s c", passed: "C S K k s c", []),
    Case("With one modifier less it is no chord", ["ctrl+shift+F9"], "C K k c", passed: "C K k c", []),
    Case(
      "A modifier that joins ends nothing", ["ctrl+F9"], "C K S k s c", passed: "C S s c",
      ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "After a modifier has joined, a new press is no chord", ["ctrl+F9"], "C K S k K k s c",
      passed: "C S K k s c", ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "A key that was down before its modifier is no chord", ["ctrl+F9"], "K C K* k c", passed: "K C K* k c",
      []),
    Case(
      "The right side is as good as the left", ["ctrl+F9"], "D K k d", passed: "D d",
      ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "Of both sides one may go", ["ctrl+F9"], "C D K c k d", passed: "C D c d",
      ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "When both sides have gone the chord ends", ["ctrl+F9"], "C D K c d k", passed: "C D c d",
      ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "A sided modifier is that side only", ["leftctrl+F9"], "D K k d C K k c", passed: "D K k d C c",
      ["leftctrl+F9 down", "leftctrl+F9 up"]),
    Case(
      "Left and right are two chords when both have a side", ["leftctrl+F9", "rightctrl+F9"],
      "D K k d C K k c", passed: "D d C c",
      ["rightctrl+F9 down", "rightctrl+F9 up", "leftctrl+F9 down", "leftctrl+F9 up"]),
    Case(
      "A chord without modifiers is its key alone", ["F9"], "K k C K k c A K a k", passed: "C K k c A a",
      ["F9 down", "F9 up", "F9 down", "F9 up"]),
    Case(
      "Other keys that are down do not matter", ["ctrl+F9"], "A C K k c a", passed: "A C c a",
      ["ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "One modifier ends all its chords", ["ctrl+F9", "ctrl+F8"], "C K L c k l", passed: "C c",
      ["ctrl+F9 down", "ctrl+F8 down", "ctrl+F9 up", "ctrl+F8 up"]),
    Case(
      "Chords with one key are told apart by their modifiers", ["F9", "ctrl+F9", "ctrl+shift+F9"],
      "K k C K k S K k s c", passed: "C S s c",
      ["F9 down", "F9 up", "ctrl+F9 down", "ctrl+F9 up", "ctrl+shift+F9 down", "ctrl+shift+F9 up"]),
    Case(
      "A modifier key can be a chord, and is none then", ["Control_R", "ctrl+F9"], "D K k d C K k c",
      passed: "K k C c", ["Control_R down", "Control_R up", "ctrl+F9 down", "ctrl+F9 up"]),
    Case(
      "A second press without a release is passed as its first was", ["ctrl+F9"], "K K C K k C K K k",
      passed: "K K C K k C", ["ctrl+F9 down", "ctrl+F9 up"]),
    Case("A release without a press is passed", ["ctrl+F9"], "k c", passed: "k c", []),
  ]

  @Test(arguments: cases)
  func everyTimelineHolds(_ example: Case) {
    var machine = ChordMachine(ChordTable(example.chords, keys: Layout.us))
    var passed: [String] = []
    for word in example.keys.split(separator: " ") {
      if Self.feed(String(word), to: &machine) { passed.append(String(word)) }
    }
    #expect(passed.joined(separator: " ") == example.passed)
    #expect(Self.words(machine.changes) == example.changes)
  }

  static func feed(_ word: String, to machine: inout ChordMachine) -> Bool {
    guard let first = word.first, let key = letters[Character(first.uppercased())] else { return false }
    let transition: ChordMachine.Transition =
      if word.hasSuffix("*") { .repeated } else if first.isUppercase { .down } else { .up }
    return machine.handle(key, transition, at: .at(0))
  }

  static func feed(_ words: [String], to machine: inout ChordMachine) -> [Bool] {
    words.map { feed($0, to: &machine) }
  }

  static func words(_ changes: [ChordMachine.Change]) -> [String] {
    changes.map { "\($0.chord) \($0.isDown ? "down" : "up")" }
  }

  @Test("A chord that is taken away while it is down ends, and its key stays withheld")
  func takenAway() {
    var machine = ChordMachine(ChordTable(["ctrl+F9"], keys: Layout.us))
    #expect(Self.feed(["C", "K"], to: &machine) == [true, false])
    machine.adopt(ChordTable(["ctrl+F8"], keys: Layout.us), at: .at(1))
    #expect(Self.words(machine.changes) == ["ctrl+F9 down", "ctrl+F9 up"])
    #expect(Self.feed(["K*", "k", "K", "k"], to: &machine) == [false, false, true, true])
  }

  @Test("A chord that is kept while others change stays down and ends once")
  func kept() {
    var machine = ChordMachine(ChordTable(["ctrl+F9"], keys: Layout.us))
    _ = Self.feed(["C", "K"], to: &machine)
    machine.adopt(ChordTable(["F8", "ctrl+F9"], keys: Layout.us), at: .at(1))
    #expect(Self.words(machine.changes) == ["ctrl+F9 down"])
    _ = Self.feed(["k", "c"], to: &machine)
    #expect(Self.words(machine.changes) == ["ctrl+F9 down", "ctrl+F9 up"])
  }

  @Test("A chord that is added while its keys are down begins with the next press")
  func added() {
    var machine = ChordMachine(ChordTable([], keys: Layout.us))
    _ = Self.feed(["C", "K"], to: &machine)
    machine.adopt(ChordTable(["ctrl+F9"], keys: Layout.us), at: .at(1))
    #expect(Self.feed(["K*", "k", "K"], to: &machine) == [true, true, false])
    #expect(Self.words(machine.changes) == ["ctrl+F9 down"])
  }

  @Test("When the keyboard is lost its chords end, and what was passed on is known until then")
  func lost() {
    var machine = ChordMachine(ChordTable(["ctrl+F9"], keys: Layout.us))
    _ = Self.feed(["C", "A", "K"], to: &machine)
    #expect(machine.passedKeys.members == [Layout.ctrl, Layout.a])
    machine.releaseAll(at: .at(7))
    #expect(machine.changes.last?.instant == .at(7))
    #expect(Self.words(machine.changes) == ["ctrl+F9 down", "ctrl+F9 up"])
    #expect(machine.passedKeys.isEmpty)
    #expect(Self.feed(["k"], to: &machine) == [true])
  }

  @Test("Lost events are made up for: releases first, then modifiers, then keys")
  func resynchronized() {
    var machine = ChordMachine(ChordTable(["ctrl+F9", "F8"], keys: Layout.us))
    _ = Self.feed(["A", "L"], to: &machine)
    var passed: [String] = []
    machine.resynchronize(KeySet([Layout.f9, Layout.rightCtrl]), at: .at(1)) { key, isDown in
      passed.append("\(key) \(isDown)")
    }
    #expect(passed == ["30 false", "97 true"])
    #expect(Self.words(machine.changes) == ["F8 down", "F8 up", "ctrl+F9 down"])
    #expect(Self.feed(["k"], to: &machine) == [false])
  }
}
