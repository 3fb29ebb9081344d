import DesktopTesting
import Domain
import Glibc
import Testing

@testable import Delivery

/// Keys through a real X server into a real program.
@Suite(.serialized, .enabled(if: DesktopProgram.areInstalled("Xvfb", "xterm", "setxkbmap")))
struct RealXTestTests {
  struct Layout: Sendable, CustomTestStringConvertible {
    var layout: String
    var variant = ""
    var group: UInt8 = 0
    /// What it must type at least.
    var characters: String
    /// What xterm takes as its own shortcuts, from a hand just as well: on neo these keys also bear Prior, Next, Insert
    /// and the number pad's + and -, for which Xt looks on all levels of a key.
    var shortcutsOfXterm = ""
    var testDescription: String { "\(layout)(\(variant)) group \(group)" }
  }

  static let layouts = [
    Layout(layout: "us", characters: "~`{}|\\\"'<>?"),
    Layout(layout: "de", characters: "äöüÄÖÜß€@{[]}\\~|"),
    Layout(layout: "fr", characters: "éèàçù€@#{}[]|\\"),
    Layout(layout: "es", characters: "ñÑ¿¡€@#"),
    Layout(layout: "us", variant: "dvorak", characters: "aoeuidhtns',.pyfgcrl"),
    Layout(layout: "de", variant: "neo", characters: "äöüß…„“”€", shortcutsOfXterm: "ξW≡⇔Q∘X‑ϕη—Äω∝"),
    Layout(layout: "us,ru", variant: ",", characters: "abc"),
    Layout(layout: "us,ru", variant: ",", group: 1, characters: "приветПРИВЕТёЁ№"),
  ]

  /// A server with an xterm that has the focus.
  private struct Desktop {
    let server: XServer
    let xterm: TerminalReceiver
    let connection: X11Connection
    let route: XTestRoute

    init(_ options: TypingOptions = TypingOptions()) async throws {
      server = try await XServer()
      xterm = try await server.xterm()
      connection = try X11Connection(display: server.display)
      route = XTestRoute(link: X11Link(display: server.display), options: options.forXTest)
      try await connection.focus(xterm.process)
    }

    var target: Target { Target(applicationID: "XTerm", processID: xterm.process, certainty: .window) }

    func type(
      _ text: String, prove: () -> KeptReason? = { nil }, isCancelled: () -> Bool = { false }
    ) -> DeliveryReport.Outcome {
      route.deliver(text, to: target, prove: prove, isCancelled: isCancelled)
    }
  }

  @Test(arguments: layouts) func `every character of the layout arrives in xterm`(_ layout: Layout)
    async throws
  {
    let desktop = try await Desktop()
    try await desktop.server.setLayout(layout.layout, variant: layout.variant)
    desktop.connection.lock(group: layout.group)
    let keymap = Keymap(try desktop.connection.keymap())
    for scalar in layout.characters.unicodeScalars {
      #expect(keymap.typeable.contains(scalar), "\(scalar)")
    }
    let typeable = keymap.fitting(desktop.target).typeable
    let shortcuts = Set(keymap.typeable).subtracting(typeable)
    #expect(shortcuts.isSuperset(of: layout.shortcutsOfXterm.unicodeScalars))
    // To be pasted: never typed as something else.
    for scalar in shortcuts {
      #expect(desktop.route.plan(String(scalar), for: desktop.target) == .untypeable(count: 1))
    }
    let all = String(String.UnicodeScalarView(typeable.filter { $0 != "\t" && $0 != "\n" }))
    #expect(await typed(all, on: desktop) == .typed)
    #expect(await desktop.xterm.text(bytes: all.utf8.count) == all)
  }

  /// On a thread of its own: typing blocks.
  private func typed(_ text: String, on desktop: Desktop) async -> DeliveryReport.Outcome {
    await blocking { desktop.type(text) }
  }

  @Test func `a switch of the layout between two texts is followed`() async throws {
    let desktop = try await Desktop()
    try await desktop.server.setLayout("us,ru", variant: ",")
    #expect(await typed("one ", on: desktop) == .typed)
    #expect(await typed("два ", on: desktop) == .kept(.untypeable(count: 3)))
    desktop.connection.lock(group: 1)
    #expect(await typed("два ", on: desktop) == .typed)
    try await desktop.server.setLayout("de")
    desktop.connection.lock(group: 0)
    #expect(await typed("Grüße", on: desktop) == .typed)
    #expect(await desktop.xterm.text(bytes: "one два Grüße".utf8.count) == "one два Grüße")
  }

  @Test func `Caps Lock does not turn the letters over`() async throws {
    let desktop = try await Desktop()
    let keys = try XTestKeys(desktop.connection)
    try keys.send([[KeyTransition(code: 58, isDown: true)], [KeyTransition(code: 58, isDown: false)]])
    try keys.finishChunk()
    #expect(desktop.connection.keyboardState?.locked == 2)
    #expect(await typed("Hello World 1!", on: desktop) == .typed)
    #expect(await desktop.xterm.text(bytes: 14) == "Hello World 1!")
  }

  @Test func `a held Ctrl is awaited, no shortcut fires, then the text is typed`() async throws {
    let desktop = try await Desktop()
    let hand = try XTestKeys(desktop.connection)
    try hand.send([[KeyTransition(code: 29, isDown: true)]])
    try hand.finishChunk()
    let log = ObstacleLog()
    async let outcome = blocking {
      desktop.type("cdz", isCancelled: { log.asked() })
    }
    // It has looked at the modifiers several times, and typed nothing.
    #expect(await eventually { log.count >= 5 })
    #expect(desktop.xterm.text == "")
    try hand.send([[KeyTransition(code: 29, isDown: false)]])
    #expect(await outcome == .typed)
    #expect(await desktop.xterm.text(bytes: 3) == "cdz")
  }

  @Test func `a Ctrl that stays down keeps the text`() async throws {
    var options = TypingOptions()
    options.modifierWait = .milliseconds(100)
    let desktop = try await Desktop(options)
    let hand = try XTestKeys(desktop.connection)
    try hand.send([[KeyTransition(code: 29, isDown: true)]])
    try hand.finishChunk()
    #expect(await typed("c", on: desktop) == .kept(.modifiersHeld))
    #expect(desktop.xterm.text == "")
  }

  @Test func `a target that is lost between two chunks gets no more`() async throws {
    let desktop = try await Desktop()
    let log = ObstacleLog()
    let outcome = await blocking {
      desktop.type(
        String(repeating: "x", count: 200),
        prove: {
          _ = log.asked()
          return log.count == 3 ? .target(.targetChanged) : nil
        })
    }
    #expect(outcome == .partial(charactersDelivered: 100, reason: .target(.targetChanged)))
    #expect(await desktop.xterm.text(bytes: 100) == String(repeating: "x", count: 100))
  }

  @Test func `two thousand characters arrive exactly`() async throws {
    let desktop = try await Desktop()
    let sentence = "Hello, World! It's 50% \"better\" (or #1) & aaa bb: [x] {y} ~ / \\ | <z>? "
    let text = String(String(repeating: sentence, count: 40).prefix(2000))
    #expect(await typed(text, on: desktop) == .typed)
    #expect(await desktop.xterm.text(bytes: 2000) == text)
  }

  @Test func `nothing more is sent to a program that does not read`() async throws {
    let desktop = try await Desktop()
    #expect(await typed("warm", on: desktop) == .typed)
    _ = await desktop.xterm.text(bytes: 4)
    desktop.xterm.program.signal(SIGSTOP)
    let log = ObstacleLog()
    async let outcome = blocking {
      desktop.type(String(repeating: "abcde", count: 40), isCancelled: { log.asked() })
    }
    // The first chunk has been sent, and the second is waiting.
    #expect(await eventually { log.count > 60 })
    desktop.xterm.program.signal(SIGCONT)
    #expect(await outcome == .typed)
    #expect(
      await desktop.xterm.text(bytes: 204) == "warm" + String(repeating: "abcde", count: 40))
  }
}
