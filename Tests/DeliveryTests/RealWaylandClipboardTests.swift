import DesktopTesting
import Domain
import SystemCalls
import Testing

@testable import Delivery

/// Pasting into real programs under a real compositor, beside another program that owns the clipboard.
@Suite(.serialized, .enabled(if: SwaySession.isInstalled && DesktopProgram.areInstalled("foot")))
struct RealWaylandClipboardTests {
  /// What an office program might offer; the picture is larger than a pipe holds.
  private static let before = ClipboardContent(items: [
    ClipboardContent.Item(type: "text/html", bytes: Array("<b>før</b>".utf8)),
    ClipboardContent.Item(type: "text/plain;charset=utf-8", bytes: Array("før".utf8)),
    ClipboardContent.Item(
      type: "image/png", bytes: (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }),
    ClipboardContent.Item(type: "application/x-empty", bytes: []),
  ])

  private struct Desktop {
    let sway: SwaySession
    let route: ClipboardRoute
    /// Another program's connection.
    let other: DisplayThread<WaylandSession>

    init() async throws {
      sway = try await SwaySession()
      let thread = WaylandSession.thread(sway.display)
      other = WaylandSession.thread(sway.display)
      route = ClipboardRoute(
        board: WaylandPasteboard(thread), keyboard: WaylandPasteKeyboard(thread: thread),
        options: TypingOptions())
      // The seat's keyboard is there before the programs are.
      _ = route.keyboard.keys(for: .controlV)
      _ = other.perform { session in
        session.madeClipboard()?.offer(RealWaylandClipboardTests.before)
      }
    }

    func paste(
      _ text: String, into receiver: any Receiver, as application: String, proof: KeptReason? = nil
    ) async -> DeliveryReport.Outcome {
      let target = Target(applicationID: application, processID: receiver.process, certainty: .window)
      return await blocking { route.deliver(text, to: target, prove: { proof }, isCancelled: { false }) }
    }

    /// Whether a third program finds this on the clipboard, now or a little later.
    func finds(_ content: ClipboardContent) async -> Bool {
      await eventually(within: .seconds(5)) { found() == content }
    }

    private func found() -> ClipboardContent? {
      let third = WaylandSession.thread(sway.display)
      return third.perform { session in
        session.madeClipboard()?.save(until: MonotonicInstant.now().advanced(by: .seconds(5)))
      } ?? nil
    }
  }

  private static let text = "Pasted: Wörld 你好 👍🏽\nsecond line"

  @Test func `a text is pasted into foot, and all formats are there again`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    #expect(await desktop.paste(Self.text, into: foot, as: "foot") == .pasted)
    // A terminal pastes a line end as Enter.
    let expected = Self.text.replacing("\n", with: "\r")
    #expect(await foot.text(bytes: expected.utf8.count) == expected)
    #expect(await desktop.finds(Self.before))
    // A second time, when hwctl itself is the owner.
    #expect(await desktop.paste("again", into: foot, as: "foot") == .pasted)
    #expect(await foot.text(bytes: expected.utf8.count + 5) == expected + "again")
    #expect(await desktop.finds(Self.before))
  }

  @Test func `a text is pasted into a GTK text view, and all formats are there again`() async throws {
    let desktop = try await Desktop()
    let view = try await desktop.sway.gtk(.view)
    #expect(await desktop.paste(Self.text, into: view, as: "python3") == .pasted)
    #expect(await view.text(bytes: Self.text.utf8.count) == Self.text)
    #expect(await desktop.finds(Self.before))
  }

  @Test func `two thousand words are pasted whole`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    let words = String(repeating: "words ", count: 2000)
    #expect(await desktop.paste(words, into: foot, as: "foot") == .pasted)
    #expect(await foot.text(bytes: words.utf8.count) == words)
  }

  @Test func `a lost target gets no chord, and the clipboard is as before`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    let outcome = await desktop.paste("lost", into: foot, as: "foot", proof: .target(.targetChanged))
    #expect(outcome == .kept(.target(.targetChanged)))
    #expect(foot.text == "")
    #expect(await desktop.finds(Self.before))
  }

  @Test func `what the user copies meanwhile stays`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    let copied = ClipboardContent(items: [
      ClipboardContent.Item(type: "text/plain", bytes: Array("copied".utf8))
    ])
    let target = Target(applicationID: "foot", processID: foot.process, certainty: .window)
    let outcome = await blocking {
      desktop.route.deliver(
        "never", to: target,
        prove: {
          _ = desktop.other.perform { $0.clipboard?.offer(copied) }
          return .target(.targetChanged)
        }, isCancelled: { false })
    }
    #expect(outcome == .kept(.target(.targetChanged)))
    #expect(await desktop.finds(copied))
  }

  @Test func `a program that does not paste by the chord keeps the text, though a manager has read it`()
    async throws
  {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    // foot does not paste by Ctrl+V. The other program reads whatever comes on the clipboard, as managers do.
    async let outcome = desktop.paste("unread", into: foot, as: "python3")
    let isRead = await blocking {
      desktop.other.perform { session in
        session.serve(until: MonotonicInstant.now().advanced(by: .seconds(5))) {
          session.clipboard?.save(until: MonotonicInstant.now().advanced(by: .seconds(1)))?["TEXT"] != nil
        }
      }
    }
    #expect(isRead == true)
    #expect(await outcome == .kept(.clipboard(.notRead)))
    #expect(foot.text == "\u{16}")
    #expect(await desktop.finds(Self.before))
  }
}
