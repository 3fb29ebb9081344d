import CSystem
import Domain
import Glibc
import SystemCalls
import Testing

@testable import Delivery

/// Real keys through the real kernel onto a real virtual terminal: Tests/vm/lane runs these in a small VM.
@Suite(.serialized, .enabled(if: access("/dev/uinput", W_OK) == 0))
struct RealKernelDeliveryTests {
  private func writer(_ keyboard: VirtualKeyboard, _ options: TypingOptions = TypingOptions()) -> TextWriter {
    TextWriter(route: .typedKeys, keyboard: .success(keyboard), options: options)
  }

  private func type(
    _ text: String, on keyboard: VirtualKeyboard, options: TypingOptions = TypingOptions()
  ) async -> DeliveryReport.Outcome {
    await withCheckedContinuation { continuation in
      writer(keyboard, options).deliver(text) { continuation.resume(returning: $0.outcome) }
    }
  }

  @Test func `every character of the console's keymap arrives`() async throws {
    let terminal = try RawTerminal()
    let keymap = try Keymap.console()
    let all = String(String.UnicodeScalarView(keymap.typeable))
    // The lane loads a layout and says here what it must bring.
    let expected = getenv("HWCTL_EXPECT_TYPEABLE").map { String(cString: $0) } ?? "aZ~{}|\\\"'<>?"
    for scalar in expected.unicodeScalars { #expect(keymap.typeable.contains(scalar), "\(scalar)") }
    let keyboard = try VirtualKeyboard()
    #expect(await type(all, on: keyboard) == .typed)
    // The console sends a carriage return for Enter; the terminal is raw.
    #expect(terminal.read(bytes: all.utf8.count) == String(all.map { $0 == "\n" ? "\r" : $0 }))
  }

  @Test func `two thousand characters arrive exactly, and no key stays down`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    let sentence = "Hello, World! It's 50% \"better\" (or #1) & aaa bb: [x] {y} ~ / \\ | <z>? "
    let text = String(String(repeating: sentence, count: 40).prefix(2000))
    #expect(await type(text, on: keyboard) == .typed)
    #expect(terminal.read(bytes: 2000) == text)
    #expect(keysDown(keyboard.nodeName) == [])
  }

  @Test func `a renewal in the middle of a text waits for its end and spoils no character`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    let before = keyboard.nodeName
    let text = String(repeating: "Shift AND no shift ", count: 20)
    async let outcome = type(text, on: keyboard)
    // The first characters have come, so the text is being typed.
    let beginning = terminal.read(bytes: 20)
    for _ in 0..<3 { keyboard.renew() }
    #expect(await outcome == .typed)
    #expect(beginning + terminal.read(bytes: text.utf8.count - 20) == text)
    let end = MonotonicInstant.now().advanced(by: .seconds(20))
    while keyboard.nodeName == before && .now() < end { usleep(10_000) }
    #expect(keyboard.nodeName != before)
    #expect(await type("again", on: keyboard) == .typed)
    #expect(terminal.read(bytes: 5) == "again")
  }

  @Test func `line feeds and tabs arrive as Enter and Tab`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    #expect(await type("a\n\tb", on: keyboard) == .typed)
    #expect(terminal.read(bytes: 4) == "a\r\tb")
  }

  @Test func `what the layout cannot type sends nothing`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    #expect(await type("ok \u{4e2d}\u{6587}", on: keyboard) == .kept(.untypeable(count: 2)))
    #expect(await type("next", on: keyboard) == .typed)
    #expect(terminal.read(bytes: 4) == "next")
  }

  @Test func `a held Ctrl is awaited, then the text is typed`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    keyboard.waitUntilReady()
    let other = try UinputDevice(name: "test keyboard", keyCodes: Array(1...127))
    try other.write([[KeyTransition(code: 29, isDown: true)]])
    async let outcome = type("after Ctrl", on: keyboard)
    try await Task.sleep(for: .milliseconds(300))
    #expect(terminal.available() == "")
    try other.write([[KeyTransition(code: 29, isDown: false)]])
    #expect(await outcome == .typed)
    #expect(terminal.read(bytes: 10) == "after Ctrl")
  }

  @Test func `a Ctrl that stays down keeps the text`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    let other = try UinputDevice(name: "test keyboard", keyCodes: Array(1...127))
    try other.write([[KeyTransition(code: 29, isDown: true)]])
    var options = TypingOptions()
    options.modifierWait = .milliseconds(200)
    #expect(await type("lost?", on: keyboard, options: options) == .kept(.modifiersHeld))
    try other.write([[KeyTransition(code: 29, isDown: false)]])
    #expect(terminal.available() == "")
  }

  @Test func `the state of keyboards shows a held modifier where the console is not asked`() throws {
    let other = try UinputDevice(name: "test keyboard", keyCodes: Array(1...127))
    let modifiers = HeldModifiers(excluding: "none", console: nil)
    #expect(!modifiers.areHeld)
    try other.write([[KeyTransition(code: 125, isDown: true)]])
    #expect(modifiers.areHeld)
    try other.write([[KeyTransition(code: 125, isDown: false)]])
    #expect(!modifiers.areHeld)
  }

  @Test func `Caps Lock does not turn the letters over`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    keyboard.waitUntilReady()
    let other = try UinputDevice(name: "test keyboard", keyCodes: Array(1...127))
    let strike = [[KeyTransition(code: 58, isDown: true)], [KeyTransition(code: 58, isDown: false)]]
    try other.write(strike)
    try await Task.sleep(for: .milliseconds(300))
    #expect(keyboard.capsLockIsOn)
    #expect(await type("Hello World 1!", on: keyboard) == .typed)
    try other.write(strike)
    #expect(terminal.read(bytes: 14) == "Hello World 1!")
  }

  @Test func `cancelling stops within a chunk and says how much has landed`() async throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    keyboard.waitUntilReady()
    var options = TypingOptions()
    options.chunkLength = 2000
    let writer = writer(keyboard, options)
    let outcome = await withCheckedContinuation { continuation in
      writer.deliver(String(repeating: "abcde", count: 400)) { continuation.resume(returning: $0.outcome) }
      _ = terminal.read(bytes: 10)
      writer.cancel()
    }
    guard case .partial(let count, .cancelled) = outcome else {
      Issue.record("not partial: \(outcome)")
      return
    }
    #expect(count >= 10 && count < 2000)
    #expect(terminal.read(bytes: count - 10).utf8.count == count - 10)
    #expect(terminal.available() == "")
    #expect(keysDown(keyboard.nodeName) == [])
  }

  @Test func `a chord arrives, stays down until released, and is refused while text is typed`() throws {
    let terminal = try RawTerminal()
    let keyboard = try VirtualKeyboard()
    keyboard.waitUntilReady()
    let chord = try #require(try Keymap.console().resolve(KeyChord(modifiers: [.control], key: "a")))
    keyboard.prepare([[chord]])
    #expect(keyboard.press(shortcut: 0) == .sent)
    #expect(keysDown(keyboard.nodeName) == [29, 30])
    #expect(!keyboard.beginTyping())
    #expect(keyboard.release(shortcut: 0) == .sent)
    #expect(keysDown(keyboard.nodeName) == [])
    #expect(terminal.read(bytes: 1) == "\u{1}")
    #expect(keyboard.beginTyping())
    #expect(keyboard.press(shortcut: 0) == .busy)
    #expect(keysDown(keyboard.nodeName) == [])
    keyboard.endTyping()
    #expect(keyboard.press(shortcut: 0) == .sent)
    keyboard.releaseAll()
    #expect(keysDown(keyboard.nodeName) == [])
  }

  @Test func `the device is gone when its owner lets it go`() throws {
    var keyboard: VirtualKeyboard? = try VirtualKeyboard()
    let node = "/sys/class/input/" + (try #require(keyboard?.nodeName))
    #expect(Files.exists(node))
    keyboard = nil
    #expect(!Files.exists(node))
  }

  @Test func `a reader's queue holds 128 events`() throws {
    let keyboard = try VirtualKeyboard()
    keyboard.waitUntilReady()
    let reader = try FileDescriptor.open("/dev/input/\(keyboard.nodeName)", O_RDONLY | O_NONBLOCK)
    // 31 strokes of 2 frames of 2 events: 124 events, read by nobody meanwhile.
    for _ in 0..<31 {
      try keyboard.type([[KeyTransition(code: 88, isDown: true)], [KeyTransition(code: 88, isDown: false)]])
    }
    var bytes = [UInt8](repeating: 0, count: 200 * MemoryLayout<input_event>.size)
    let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
    #expect(count == 124 * MemoryLayout<input_event>.size)
  }

  /// The keys that the kernel has as down on an event node.
  private func keysDown(_ nodeName: String) -> [UInt16] {
    guard let node = try? FileDescriptor.open("/dev/input/\(nodeName)", O_RDONLY | O_NONBLOCK) else {
      return []
    }
    var bits = [UInt8](repeating: 0, count: 96)
    guard hwctl_ioctl_pointer(node.rawValue, hwctl_eviocgkey(96), &bits) >= 0 else { return [0xffff] }
    return (0..<768).filter { bits[Int($0) / 8] & (1 << (UInt8($0 % 8))) != 0 }
  }
}
