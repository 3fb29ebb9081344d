import DesktopTesting
import Synchronization
import Testing

@testable import Delivery

@Suite struct ClipboardReturnTests {
  /// A clipboard whose target reads at once.
  private final class Board: Pasteboard {
    let log = Mutex<[String]>([])
    var hasPrimary: Bool { false }

    func offer(_ text: String, primary: Bool, to target: Target?) -> KeptReason? {
      log.withLock { $0.append(text) }
      return nil
    }

    func chordFollows() {}

    func reads() -> [ClipboardRead] {
      [ClipboardRead(type: "UTF8_STRING", reader: .target, isFinished: true)]
    }

    func restore() { log.withLock { $0.append("before") } }
  }

  private struct Keys: PasteKeyboard, KeyOutput {
    var modifiersAreHeld: Bool { false }
    func keys(for chord: PasteChord) -> Result<PasteKeys, KeptReason> {
      .success(PasteKeys(output: self, keystroke: Keystroke(key: 47)))
    }
    func begin() -> Bool { true }
    func end() {}
    func send(_ frames: [KeyFrame]) {}
    func finishChunk() {}
  }

  private static let target = Target(applicationID: "editor", certainty: .window)

  @Test func `a program that has read the text can read it again for a while`() async {
    let board = Board()
    let route = ClipboardRoute(
      board: board, keyboard: Keys(), options: TypingOptions(), givesBackAfter: { _ in .seconds(3600) })
    let paste: @Sendable (String) -> DeliveryReport.Outcome = { text in
      route.deliver(text, to: Self.target, prove: { nil }, isCancelled: { false })
    }
    #expect(await blocking { paste("one") } == .pasted)
    #expect(board.log.withLock { $0 } == ["before", "one"])
    // The next paste must not save the last one's text as the user's own.
    #expect(await blocking { paste("two") } == .pasted)
    #expect(board.log.withLock { $0 } == ["before", "one", "before", "two"])
  }

  @Test(arguments: [(110, 3000), (150, 3000), (300, 6000), (2000, 10_000)])
  func `a program that reads late may read again for longer`(_ read: Int, _ delay: Int) {
    #expect(ClipboardReturn.delay(afterReadIn: .milliseconds(read)) == .milliseconds(delay))
  }

  @Test func `after a paste the clipboard is given back by itself, and once`() async {
    let board = Board()
    let route = ClipboardRoute(
      board: board, keyboard: Keys(), options: TypingOptions(), givesBackAfter: { _ in .zero })
    let outcome = await blocking {
      route.deliver("one", to: Self.target, prove: { nil }, isCancelled: { false })
    }
    #expect(outcome == .pasted)
    #expect(await eventually { board.log.withLock { $0.count == 3 } })
    #expect(board.log.withLock { $0 } == ["before", "one", "before"])
  }

  @Test func `what was not pasted gives the clipboard back at once`() async {
    let board = Board()
    let route = ClipboardRoute(board: board, keyboard: Keys(), options: TypingOptions())
    let outcome = await blocking {
      route.deliver("one", to: Self.target, prove: { .target(.focusLost) }, isCancelled: { false })
    }
    #expect(outcome == .kept(.target(.focusLost)))
    #expect(board.log.withLock { $0 } == ["before", "one", "before"])
  }
}
