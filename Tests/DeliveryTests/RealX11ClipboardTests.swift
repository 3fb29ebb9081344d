import DesktopTesting
import Domain
import SystemCalls
import Testing

@testable import Delivery

/// Pasting into real programs on a real X server, beside another program that owns the clipboard.
@Suite(.serialized, .enabled(if: DesktopProgram.areInstalled("Xvfb", "xterm") && GTKReceiver.isInstalled))
struct RealX11ClipboardTests {
  /// What an office program might offer; the picture goes in pieces both ways.
  private static let before = ClipboardContent(items: [
    ClipboardContent.Item(type: "text/html", bytes: Array("<b>før</b>".utf8)),
    ClipboardContent.Item(type: "UTF8_STRING", bytes: Array("før".utf8)),
    ClipboardContent.Item(
      type: "image/png", bytes: (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }),
    ClipboardContent.Item(type: "LENGTH", bytes: [3, 0, 0, 0], propertyType: "INTEGER", format: 32),
    ClipboardContent.Item(type: "application/x-empty", bytes: []),
  ])

  private struct Desktop {
    let server: XServer
    let connection: X11Connection
    let route: ClipboardRoute
    /// Another program's connection.
    let other: DisplayThread<X11Clipboard>

    init() async throws {
      server = try await XServer()
      connection = try X11Connection(display: server.display)
      route = ClipboardRoute(
        board: X11Pasteboard(display: server.display),
        keyboard: XTestPasteKeyboard(link: X11Link(display: server.display)),
        options: TypingOptions())
      other = Self.connect(server)
    }

    private static func connect(_ server: XServer) -> DisplayThread<X11Clipboard> {
      let display = server.display
      return DisplayThread(name: "x11") { () throws(DeliveryError) in try X11Clipboard(display: display) }
    }

    func own(_ selection: String, _ content: ClipboardContent) -> Bool? {
      other.perform { $0.offer(content, as: $0.connection.atom(selection)) }
    }

    func paste(
      _ text: String, into receiver: any Receiver, as application: String, proof: KeptReason? = nil
    ) async -> DeliveryReport.Outcome {
      let target = Target(applicationID: application, processID: receiver.process, certainty: .window)
      return await blocking { route.deliver(text, to: target, prove: { proof }, isCancelled: { false }) }
    }

    /// Whether a third program finds this in a selection, now or a little later.
    func finds(_ content: ClipboardContent, in selection: String) async -> Bool {
      await eventually(within: .seconds(5)) { found(selection) == content }
    }

    private func found(_ selection: String) -> ClipboardContent? {
      let third = Self.connect(server)
      return third.perform {
        $0.save($0.connection.atom(selection), until: MonotonicInstant.now().advanced(by: .seconds(5)))
      } ?? nil
    }
  }

  private static let text = "Pasted: Wörld 你好 👍🏽 second"

  @Test func `a text is pasted into a GTK text view, and all formats are there again`() async throws {
    let desktop = try await Desktop()
    let view = try await desktop.server.gtk(.view)
    try await desktop.connection.focus(view.process)
    try await view.waitForFocus()
    #expect(desktop.own("CLIPBOARD", Self.before) == true)
    #expect(await desktop.paste(Self.text, into: view, as: "Gtk-receiver.py") == .pasted)
    #expect(await view.text(bytes: Self.text.utf8.count) == Self.text)
    #expect(await desktop.finds(Self.before, in: "CLIPBOARD"))
    // A second time, when hwctl itself is the owner.
    #expect(await desktop.paste("again", into: view, as: "Gtk-receiver.py") == .pasted)
    #expect(await view.text(bytes: Self.text.utf8.count + 5) == Self.text + "again")
    #expect(await desktop.finds(Self.before, in: "CLIPBOARD"))
  }

  @Test func `xterm pastes the primary selection, and the clipboard is left alone`() async throws {
    let desktop = try await Desktop()
    let xterm = try await desktop.server.xterm()
    try await desktop.connection.focus(xterm.process)
    let selected = ClipboardContent(text: "selected")
    #expect(desktop.own("PRIMARY", selected) == true)
    #expect(desktop.own("CLIPBOARD", Self.before) == true)
    #expect(await desktop.paste(Self.text, into: xterm, as: "XTerm") == .pasted)
    #expect(await xterm.text(bytes: Self.text.utf8.count) == Self.text)
    #expect(await desktop.finds(selected, in: "PRIMARY"))
    #expect(await desktop.finds(Self.before, in: "CLIPBOARD"))
  }

  @Test func `two thousand words are pasted whole`() async throws {
    let desktop = try await Desktop()
    let view = try await desktop.server.gtk(.view)
    try await desktop.connection.focus(view.process)
    try await view.waitForFocus()
    let words = String(repeating: "words ", count: 2000)
    #expect(await desktop.paste(words, into: view, as: "Gtk-receiver.py") == .pasted)
    #expect(await view.text(bytes: words.utf8.count) == words)
    // Nobody owned the clipboard before, so nobody does now.
    #expect(await desktop.finds(ClipboardContent(), in: "CLIPBOARD"))
  }

  @Test func `a text larger than a request goes in pieces`() async throws {
    let desktop = try await Desktop()
    let view = try await desktop.server.gtk(.view)
    try await desktop.connection.focus(view.process)
    try await view.waitForFocus()
    let words = String(repeating: "wörds ", count: 60_000)
    #expect(await desktop.paste(words, into: view, as: "Gtk-receiver.py") == .pasted)
    #expect(await view.text(bytes: words.utf8.count) == words)
  }

  @Test func `a lost target gets no chord, and what the user copies meanwhile stays`() async throws {
    let desktop = try await Desktop()
    let xterm = try await desktop.server.xterm()
    try await desktop.connection.focus(xterm.process)
    #expect(desktop.own("PRIMARY", Self.before) == true)
    let outcome = await desktop.paste("lost", into: xterm, as: "XTerm", proof: .target(.targetChanged))
    #expect(outcome == .kept(.target(.targetChanged)))
    #expect(await desktop.finds(Self.before, in: "PRIMARY"))
    let copied = ClipboardContent(text: "copied meanwhile")
    let target = Target(applicationID: "XTerm", processID: xterm.process, certainty: .window)
    _ = await blocking {
      desktop.route.deliver(
        "never", to: target,
        prove: {
          _ = desktop.own("PRIMARY", copied)
          return .target(.targetChanged)
        }, isCancelled: { false })
    }
    #expect(await desktop.finds(copied, in: "PRIMARY"))
    #expect(xterm.text == "")
  }

  @Test func `a program that does not paste by the chord keeps the text`() async throws {
    let desktop = try await Desktop()
    let xterm = try await desktop.server.xterm()
    try await desktop.connection.focus(xterm.process)
    #expect(desktop.own("CLIPBOARD", Self.before) == true)
    #expect(await desktop.paste("unread", into: xterm, as: "Gtk-receiver.py") == .kept(.clipboard(.notRead)))
    #expect(await xterm.text(bytes: 1) == "\u{16}")
    #expect(await desktop.finds(Self.before, in: "CLIPBOARD"))
  }
}
