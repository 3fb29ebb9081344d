import DesktopTesting
import Glibc
import Testing

@testable import Delivery

/// The virtual keyboard of a real compositor, into real programs.
@Suite(.serialized, .enabled(if: SwaySession.isInstalled && DesktopProgram.areInstalled("foot")))
struct RealWaylandKeyboardTests {
  private struct Desktop {
    let sway: SwaySession
    let route: WaylandKeyboardRoute
    /// No modifiers are held, and the machine's own keyboards must not matter.
    init(options: TypingOptions = TypingOptions()) async throws {
      let session = try await SwaySession()
      sway = session
      route = WaylandKeyboardRoute(thread: WaylandSession.thread(session.display), options: options)
      // The seat has a keyboard before there are programs.
      _ = route.plan("", for: nil)
    }

    func type(
      _ text: String, into receiver: any Receiver, log: ObstacleLog = ObstacleLog()
    ) async -> DeliveryReport.Outcome {
      let target = Target(processID: receiver.process, certainty: .window)
      return await blocking { route.deliver(text, to: target, prove: { nil }, isCancelled: { log.asked() }) }
    }
  }

  private static let manyScripts = "Hello, Wörld! Привет 你好 é e\u{301} שלום 👍🏽 👩‍👩‍👧 € „x“"

  @Test func `any character arrives in foot, from the first on`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    #expect(await desktop.type(Self.manyScripts, into: foot) == .typed)
    #expect(await foot.text(bytes: Self.manyScripts.utf8.count) == Self.manyScripts)
  }

  @Test func `any character arrives in a GTK text view`() async throws {
    let desktop = try await Desktop()
    let view = try await desktop.sway.gtk(.view)
    let text = Self.manyScripts + "\nsecond\tline"
    #expect(await desktop.type(text, into: view) == .typed)
    #expect(await view.text(bytes: text.utf8.count) == text)
  }

  @Test func `any character arrives in an X11 program, too`() async throws {
    let desktop = try await Desktop()
    let xterm = try await desktop.sway.xterm()
    let text = String(repeating: Self.manyScripts, count: 20)
    #expect(await desktop.type(text, into: xterm) == .typed)
    #expect(await xterm.text(bytes: text.utf8.count) == text)
    // With another keymap at once.
    #expect(await desktop.type("ñandú ÿ Жук", into: xterm) == .typed)
    #expect(await xterm.text(bytes: text.utf8.count + 17) == text + "ñandú ÿ Жук")
  }

  @Test func `a text of more characters than a keymap has keys is typed in sections`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    let scalars = (0x4e00..<0x4e00 + 400).compactMap(Unicode.Scalar.init)
    let text = String(String.UnicodeScalarView(scalars))
    #expect(try WaylandKeymap(typing: text).sections.count > 3)
    #expect(await desktop.type(text, into: foot) == .typed)
    #expect(await foot.text(bytes: text.utf8.count) == text)
  }

  @Test func `a program that does not read is waited for and not disconnected`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    #expect(await desktop.type("warm", into: foot) == .typed)
    #expect(await foot.text(bytes: 4) == "warm")
    kill(foot.process, SIGSTOP)
    let text = String(repeating: "abcde", count: 120)
    let log = ObstacleLog()
    async let outcome = desktop.type(text, into: foot, log: log)
    // Long after the first chunk it still waits.
    #expect(await eventually { log.count > 400 })
    kill(foot.process, SIGCONT)
    #expect(await outcome == .typed)
    #expect(await foot.text(bytes: 604) == "warm" + text)
    #expect(foot.program.isRunning)
  }

  @Test func `a Ctrl that is held on another keyboard makes no shortcut of the text`() async throws {
    let desktop = try await Desktop()
    let foot = try await desktop.sway.foot()
    #expect(await desktop.type("warm", into: foot) == .typed)
    // Of this keyboard the kernel knows nothing, so that nobody can wait for it.
    let hand = WaylandSession.thread(desktop.sway.display)
    let isDown = hand.perform { session in
      session.madeKeyboard()?.send([[KeyTransition(code: WaylandKeymap.control, isDown: true)]])
      return session.roundTrip()
    }
    #expect(isDown == true)
    #expect(await desktop.type("cdz", into: foot) == .typed)
    #expect(await foot.text(bytes: 7) == "warmcdz")
  }
}
