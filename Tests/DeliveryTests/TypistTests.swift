import Testing

@testable import Delivery

@Suite struct TypistTests {
  /// Looks at what is down whenever keys have been sent.
  private final class Output: KeyOutput {
    let holdsKeys: Bool
    private(set) var downs: [Set<UInt16>] = []
    private var down: Set<UInt16> = []

    init(holdsKeys: Bool) { self.holdsKeys = holdsKeys }

    var modifiersAreHeld: Bool { false }
    func begin() -> Bool { true }
    func end() {}
    func finishChunk() {}

    func send(_ frames: [KeyFrame]) {
      for key in frames.joined() {
        if key.isDown { down.insert(key.code) } else { down.remove(key.code) }
      }
      downs.append(down)
    }
  }

  private static let plan = TypingPlan(keystrokes: [
    Keystroke(key: 30), Keystroke(key: 30), Keystroke(modifiers: [42], key: 31),
  ])

  /// Keys are held only where a queue must be spared.
  private static let outputs: [(Bool, [Set<UInt16>])] = [
    (false, [[], [], [], []]), (true, [[30], [30], [], []]),
  ]

  @Test(arguments: outputs)
  func `no key is down while the next one is waited for, or it could be repeated`(
    holdsKeys: Bool, expected: [Set<UInt16>]
  ) {
    let output = Output(holdsKeys: holdsKeys)
    let typist = Typist(
      keys: output, options: TypingOptions(), backlog: nil, prove: { nil }, isCancelled: { false })
    #expect(typist.type(Self.plan) == .typed)
    #expect(output.downs == expected)
  }
}
