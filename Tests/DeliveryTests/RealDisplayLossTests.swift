import DesktopTesting
import Domain
import Glibc
import SystemCalls
import Testing

@testable import Delivery

/// Display servers that end, come again, and stop.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct RealDisplayLossTests {
  private static let none = UinputRoute(
    keyboard: .failure(DeliveryError(.noUinput, subject: "/dev/uinput")), keymap: .console,
    options: TypingOptions())

  private func deliver(
    _ text: String, to process: Int32, _ application: String, by routes: Routes, as preference: DeliveryRoute
  ) async -> DeliveryReport.Outcome {
    let target = Target(applicationID: application, processID: process, certainty: .window)
    let writer = TextWriter(route: preference, routes: routes, reader: nil)
    return await withCheckedContinuation { continuation in
      writer.deliver(text, to: target) { continuation.resume(returning: $0.outcome) }
    }
  }

  private static let ways: [(DeliveryRoute, DeliveryReport.Outcome)] = [
    (.typedKeys, .typed), (.clipboard, .pasted),
  ]

  /// No way claims to have brought a text where nobody is.
  private func expectKept(by routes: Routes, to process: Int32, _ application: String) async {
    for (way, _) in Self.ways {
      let outcome = await deliver("lost", to: process, application, by: routes, as: way)
      if case .kept = outcome { continue }
      Issue.record("\(way): \(outcome)")
    }
  }

  @Test(.enabled(if: SwaySession.isInstalled && DesktopProgram.areInstalled("foot")))
  func `a compositor that has ended and come again gets keys and pastes`() async throws {
    let first = try await SwaySession()
    let routes = Routes.wayland(display: first.display, swaySocket: nil, Self.none)
    for session in [first, nil] {
      let sway = if let session { session } else { try await SwaySession(after: first) }
      let foot = try await sway.foot()
      for (way, outcome) in Self.ways {
        #expect(await deliver("words", to: foot.process, "foot", by: routes, as: way) == outcome)
        #expect(await foot.text(bytes: 5) == "words")
        foot.clear()
      }
      sway.end()
      await expectKept(by: routes, to: foot.process, "foot")
    }
  }

  @Test(.enabled(if: XServer.isInstalled && DesktopProgram.areInstalled("xterm")))
  func `an X server that has ended and come again gets keys and pastes`() async throws {
    let first = try await XServer()
    let routes = Routes.x11(display: first.display, Self.none)
    for server in [first, nil] {
      let server = if let server { server } else { try await XServer(at: first.display) }
      let xterm = try await server.xterm()
      try await X11Connection(display: server.display).focus(xterm.process)
      for (way, outcome) in Self.ways {
        #expect(await deliver("words", to: xterm.process, "XTerm", by: routes, as: way) == outcome)
        #expect(await xterm.text(bytes: 5) == "words")
        xterm.clear()
      }
      server.end()
      await expectKept(by: routes, to: xterm.process, "XTerm")
    }
  }

  /// Also one that stops before it is asked for the first time.
  @Test(
    .enabled(if: SwaySession.isInstalled && DesktopProgram.areInstalled("foot")), arguments: [false, true])
  func `a compositor that has stopped keeps the text, within the limits, and gets the next one`(isNew: Bool)
    async throws
  {
    let sway = try await SwaySession()
    let foot = try await sway.foot()
    let routes = Routes.wayland(display: sway.display, swaySocket: nil, Self.none)
    if !isNew { #expect(await deliver("1", to: foot.process, "foot", by: routes, as: .typedKeys) == .typed) }
    sway.signal(SIGSTOP)
    for (way, _) in Self.ways {
      let start = ContinuousClock.now
      let outcome = await deliver("lost", to: foot.process, "foot", by: routes, as: way)
      #expect(start.duration(to: .now) < .seconds(20))
      guard case .kept = outcome else {
        Issue.record("\(way): \(outcome)")
        continue
      }
    }
    sway.signal(SIGCONT)
    foot.clear()
    for (way, outcome) in Self.ways {
      #expect(await deliver("words", to: foot.process, "foot", by: routes, as: way) == outcome)
    }
    let arrived = await foot.text(bytes: 10)
    #expect(arrived == "wordswords")
  }

  @Test(.enabled(if: XServer.isInstalled && DesktopProgram.areInstalled("xterm")), arguments: [false, true])
  func `an X server that has stopped keeps the text, within the limits, and gets the next one`(isNew: Bool)
    async throws
  {
    let server = try await XServer()
    let xterm = try await server.xterm()
    try await X11Connection(display: server.display).focus(xterm.process)
    let routes = Routes.x11(display: server.display, Self.none)
    let windows = X11Windows(display: server.display)
    if !isNew {
      #expect(await deliver("1", to: xterm.process, "XTerm", by: routes, as: .typedKeys) == .typed)
    }
    server.signal(SIGSTOP)
    for (way, _) in Self.ways {
      let start = ContinuousClock.now
      let outcome = await deliver("lost", to: xterm.process, "XTerm", by: routes, as: way)
      #expect(start.duration(to: .now) < .seconds(20))
      guard case .kept = outcome else {
        Issue.record("\(way): \(outcome)")
        continue
      }
    }
    #expect(throws: WindowSystemError(code: .unreachable)) {
      try windows.activeWindow(timeLimit: .milliseconds(200))
    }
    server.signal(SIGCONT)
    xterm.clear()
    for (way, outcome) in Self.ways {
      #expect(await deliver("words", to: xterm.process, "XTerm", by: routes, as: way) == outcome)
    }
    let arrived = await xterm.text(bytes: 10)
    #expect(arrived == "wordswords")
    #expect(try windows.activeWindow(timeLimit: .milliseconds(200))?.processID == xterm.process)
  }

  @Test(.enabled(if: XServer.isInstalled))
  func `a reader that ends in the middle of a large text leaves nothing behind`() async throws {
    let server = try await XServer()
    let display = server.display
    let thread = DisplayThread(name: "clipboard") { () throws(DeliveryError) in
      try X11Clipboard(display: display)
    }
    let text = ClipboardContent(text: String(repeating: "x", count: 1 << 20))
    #expect(thread.perform { $0.offer(text, as: $0.connection.atom("CLIPBOARD")) } == true)
    thread.post { $0?.watch(for: nil) }
    // It asks, and ends before it takes the first piece.
    var reader: X11Clipboard? = try X11Clipboard(display: display)
    reader.map { $0.ask(for: $0.connection.atom("UTF8_STRING"), of: $0.connection.atom("CLIPBOARD")) }
    #expect(await eventually { thread.perform { $0.transfers.count } == 1 })
    reader = nil
    #expect(await eventually { thread.perform { $0.transfers.isEmpty } == true })
    #expect(
      thread.perform { $0.reads } == [ClipboardRead(type: "UTF8_STRING", reader: .other, isFinished: true)])
  }
}
