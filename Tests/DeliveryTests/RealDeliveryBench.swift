import DesktopTesting
import Glibc
import Testing

@testable import Delivery

/// 0 where nobody has asked for the benchmark.
private let characters = getenv("HWCTL_BENCH_CHARACTERS").flatMap { Int(String(cString: $0)) } ?? 0

/// Speed and loss over long texts: HWCTL_BENCH_CHARACTERS=100000 swift test --filter RealDeliveryBench
@Suite(.enabled(if: characters > 0))
struct RealDeliveryBench {
  private static let text: String = {
    let sentence = "Hello, World! It's 50% \"better\" (or #1) & aaa bb: [x] {y} ~ / \\ | <z>? "
    return String(String(repeating: sentence, count: characters / sentence.count + 1).prefix(characters))
  }()
  private static let words = String(repeating: "words ", count: 2000)

  private func measure(
    _ name: String, _ route: any TextRoute, into receiver: any Receiver, _ application: String
  ) async {
    let target = Target(applicationID: application, processID: receiver.process, certainty: .window)
    let start = ContinuousClock.now
    let outcome = await blocking {
      route.deliver(Self.text, to: target, prove: { nil }, isCancelled: { false })
    }
    let seconds = Double(start.duration(to: .now).components.seconds)
    #expect(outcome == .typed)
    let arrived = await receiver.text(bytes: Self.text.utf8.count, within: .seconds(60))
    #expect(arrived == Self.text)
    print(
      "\(name): \(characters) characters, \(Int(Double(characters) / max(1, seconds))) a second, "
        + "\(Self.text.utf8.count - arrived.utf8.count) lost")
  }

  private func paste(
    _ name: String, _ route: ClipboardRoute, into receiver: any Receiver, _ application: String
  ) async {
    let target = Target(applicationID: application, processID: receiver.process, certainty: .window)
    for _ in 0..<5 {
      receiver.clear()
      let start = ContinuousClock.now
      let outcome = await blocking {
        route.deliver(Self.words, to: target, prove: { nil }, isCancelled: { false })
      }
      let time = start.duration(to: .now)
      #expect(outcome == .pasted)
      #expect(await receiver.text(bytes: Self.words.utf8.count) == Self.words)
      print("\(name): 2,000 words pasted in \(time)")
    }
  }

  @Test func `xterm through XTest`() async throws {
    let server = try await XServer()
    let xterm = try await server.xterm()
    let link = X11Link(display: server.display)
    try await link.connection().focus(xterm.process)
    let pasting = ClipboardRoute(
      board: X11Pasteboard(display: server.display), keyboard: XTestPasteKeyboard(link: link),
      options: TypingOptions())
    await paste("xterm", pasting, into: xterm, "XTerm")
    xterm.clear()
    await measure(
      "xterm", XTestRoute(link: link, options: TypingOptions().forXTest), into: xterm, "XTerm")
  }

  @Test func `foot through the compositor's keyboard`() async throws {
    let sway = try await SwaySession()
    let thread = WaylandSession.thread(sway.display)
    let route = WaylandKeyboardRoute(thread: thread)
    _ = route.plan("", for: nil)
    let foot = try await sway.foot()
    let pasting = ClipboardRoute(
      board: WaylandPasteboard(thread), keyboard: WaylandPasteKeyboard(thread: thread),
      options: TypingOptions())
    await paste("foot", pasting, into: foot, "foot")
    foot.clear()
    await measure("foot", route, into: foot, "foot")
  }
}
