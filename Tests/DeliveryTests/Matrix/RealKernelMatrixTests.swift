import DesktopTesting
import Domain
import Glibc
import SystemCalls
import Testing

@testable import Delivery

/// The delivery matrix where keys go through the kernel: a virtual terminal, and uinput under a compositor. Tests/vm/lane runs
/// these in a small VM, where there is nothing else that keys could reach.
@Suite(.serialized, .enabled(if: access("/dev/uinput", W_OK) == 0))
struct RealKernelMatrixTests {
  private static func capture(_ reader: TargetReader) throws -> Target {
    switch reader.capture() {
    case .target(let target): return target
    case .refused(let refusal): throw refusal
    }
  }

  private func deliver(_ text: String, to target: Target, by writer: TextWriter) async
    -> DeliveryReport.Outcome
  {
    await withCheckedContinuation { continuation in
      writer.deliver(text, to: target) { continuation.resume(returning: $0.outcome) }
    }
  }

  /// Runs a command of the machine to its end.
  private func run(_ command: String) async throws {
    let program = try DesktopProgram(["sh", "-c", command])
    guard await eventually(within: .seconds(100), { !program.isRunning }) else {
      throw DesktopProgram.Failure(reason: "\(command) does not end")
    }
  }

  /// One session, and one keyboard, through all layouts. There is no clipboard.
  @Test func `a virtual terminal holds exactly what was typed`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    let reader = TargetReader(accessibility: nil, windows: nil, options: .patient)
    let uinput = UinputRoute(
      keyboard: .success(keyboard), keymap: .automatic(KeyboardLayout()), options: TypingOptions())
    let writer = TextWriter(route: .automatic, routes: Routes(keys: [uinput]), reader: reader)
    for layout in MatrixLayout.all {
      // The kernel's table has one group, so that the second is a table of its own.
      let name = layout.layout.split(separator: ",")[Int(layout.group)]
      let variant = layout.variant == "," ? "" : layout.variant
      try await run("ckbcomp \(name) \(variant) | loadkeys --quiet")
      var cells: [String] = []
      for column in MatrixText.allCases {
        let text = column.text(layout)
        let outcome = await deliver(text, to: try Self.capture(reader), by: writer)
        cells.append(outcome.name)
        switch outcome {
        case .typed: #expect(terminal.read(bytes: text.utf8.count) == text)
        case .kept(.untypeable) where column != .prose: break
        case .kept(.lineBreak) where column == .lines: break
        default: Issue.record("\(column) on \(layout.name): \(outcome)")
        }
        #expect(terminal.available() == "")
      }
      MatrixTable.print("console: virtual terminal", layout.name, cells)
    }
    try await run("ckbcomp us | loadkeys --quiet")
  }

  /// As on compositors without a virtual keyboard of their own. Chords go through the kernel as well.
  @Test(
    .enabled(
      if: SwaySession.canReadKernel && DesktopProgram.areInstalled("foot"), "needs sway, seatd, foot"))
  func `foot holds exactly what was typed on the kernel's keyboard`() async throws {
    // As a compositor in front has it: the kernel does not turn keys into characters.
    try await run("kbd_mode -f -s -C /dev/\(try #require(Console.activeName()))")
    let sway = try await SwaySession(readsKernel: true)
    let keyboard = try VirtualKeyboard()
    let thread = WaylandSession.thread(sway.display)
    var options = TypingOptions()
    // An emulated machine loses keys above (docs/decisions/0023).
    options.keyDelay = .milliseconds(8)
    let uinput = UinputRoute(
      keyboard: .success(keyboard), keymap: .automatic(KeyboardLayout()),
      desktop: WaylandLayout(thread, swaySocket: sway.controlSocket), options: options)
    let reader = TargetReader(
      accessibility: nil, windows: SwayWindows(path: sway.controlSocket), options: .patient, console: { nil })
    let writer = TextWriter(
      route: .automatic,
      routes: Routes(
        keys: [uinput],
        clipboard: ClipboardRoute(
          board: WaylandPasteboard(thread), keyboard: UinputPasteKeyboard(route: uinput), options: options)),
      reader: reader)
    let foot = try await sway.foot()
    var last: MatrixLayout?
    for layout in MatrixLayout.all {
      if !layout.isSwitch(from: last) { try await sway.setLayout(layout.layout, variant: layout.variant) }
      try await sway.command("input", "*", "xkb_switch_layout", String(layout.group))
      last = layout
      foot.clear()
      var delivered = ""
      var cells: [String] = []
      for column in MatrixText.allCases {
        let text = column.text(layout)
        let outcome = await deliver(text, to: try Self.capture(reader), by: writer)
        cells.append(outcome.name)
        switch outcome {
        case .typed, .pasted: delivered += text
        case .kept(.lineBreak) where column == .lines: break
        default: Issue.record("\(column) on \(layout.name): \(outcome)")
        }
        let held = await foot.text(bytes: delivered.utf8.count)
        #expect(held == delivered, "\(column) on \(layout.name)")
      }
      MatrixTable.print("sway in a VM, uinput: foot", layout.name, cells)
    }
  }

  @Test(
    .enabled(
      if: SwaySession.canReadKernel && DesktopProgram.areInstalled("foot"), "needs sway, seatd, foot"))
  func
    `a Ctrl that is held on a keyboard of the seat is awaited, and the compositor's keyboard types the text`()
    async throws
  {
    let hand = try UinputDevice(name: "test keyboard", keyCodes: Array(1...127))
    let sway = try await SwaySession(readsKernel: true)
    let route = WaylandKeyboardRoute(thread: WaylandSession.thread(sway.display))
    let foot = try await sway.foot()
    try hand.write([[KeyTransition(code: 29, isDown: true)]])
    let log = ObstacleLog()
    let target = Target(applicationID: "foot", processID: foot.process, certainty: .window)
    async let outcome = blocking {
      route.deliver("cdz", to: target, prove: { nil }, isCancelled: { log.asked() })
    }
    #expect(await eventually { log.count >= 5 })
    #expect(foot.text == "")
    try hand.write([[KeyTransition(code: 29, isDown: false)]])
    #expect(await outcome == .typed)
    #expect(await foot.text(bytes: 3) == "cdz")
  }
}
