import CEvdev
import Testing

@testable import Delivery

@Suite struct ShortcutsTests {
  private let copy = Keystroke(modifiers: [29], key: 46)
  private let paste = Keystroke(modifiers: [29], key: 47)
  private let plain = Keystroke(key: 183)

  /// Both forms of output as "29+ 46+ |": codes, down or up, and the end of each frame.
  private func words(_ output: Shortcuts.Output?, _ shortcuts: Shortcuts) -> String? {
    switch output {
    case .events(let range):
      shortcuts.events[range].map { $0.type == 0 ? "|" : "\($0.code)\($0.value == 1 ? "+" : "-")" }
        .joined(separator: " ")
    case .frames(let frames):
      frames.filter { !$0.isEmpty }.map { frame in
        frame.map { "\($0.code)\($0.isDown ? "+" : "-")" }.joined(separator: " ") + " |"
      }.joined(separator: " ")
    case nil: nil
    }
  }

  private func prepared() -> (Shortcuts, KeyLedger) {
    var (shortcuts, ledger) = (Shortcuts(), KeyLedger())
    shortcuts.prepare([nil, [copy], [paste], [plain], [copy, plain]], &ledger)
    return (shortcuts, ledger)
  }

  @Test func `a shortcut alone goes down and up with the events that were prepared`() {
    var (shortcuts, ledger) = prepared()
    #expect(words(shortcuts.press(1, &ledger), shortcuts) == "29+ 46+ |")
    #expect(!shortcuts.isAtRest)
    #expect(words(shortcuts.release(1, &ledger), shortcuts) == "46- 29- |")
    #expect(shortcuts.isAtRest && ledger.isEmpty)
  }

  @Test func `a modifier that two shortcuts hold goes up with the last`() {
    var (shortcuts, ledger) = prepared()
    _ = shortcuts.press(1, &ledger)
    #expect(words(shortcuts.press(2, &ledger), shortcuts) == "47+ |")
    #expect(words(shortcuts.release(1, &ledger), shortcuts) == "46- |")
    #expect(words(shortcuts.release(2, &ledger), shortcuts) == "47- 29- |")
    #expect(shortcuts.isAtRest && ledger.isEmpty)
  }

  @Test func `what is down goes up as it went down, whatever was prepared since`() {
    var (shortcuts, ledger) = prepared()
    _ = shortcuts.press(1, &ledger)
    shortcuts.prepare([nil, [plain]], &ledger)
    #expect(words(shortcuts.release(1, &ledger), shortcuts) == "46- 29- |")
    #expect(words(shortcuts.press(1, &ledger), shortcuts) == "183+ |")
  }

  @Test func `of a sequence each chord is tapped, and nothing stays down`() {
    var (shortcuts, ledger) = prepared()
    #expect(words(shortcuts.press(4, &ledger), shortcuts) == "29+ 46+ | 46- 29- | 183+ | 183- |")
    #expect(shortcuts.isAtRest)
    #expect(shortcuts.release(4, &ledger) == nil)
    _ = shortcuts.press(2, &ledger)
    #expect(words(shortcuts.press(4, &ledger), shortcuts) == "46+ | 46- | 183+ | 183- |")
  }

  @Test func `a number without a shortcut, and one that is not down, send nothing`() {
    var (shortcuts, ledger) = prepared()
    #expect(shortcuts.press(0, &ledger) == nil)
    #expect(shortcuts.press(5, &ledger) == nil)
    #expect(shortcuts.release(1, &ledger) == nil)
    _ = shortcuts.press(1, &ledger)
    shortcuts.forget()
    #expect(shortcuts.release(1, &ledger) == nil)
  }
}
