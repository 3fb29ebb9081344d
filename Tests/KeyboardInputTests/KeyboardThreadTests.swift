import Domain
import Synchronization
import Testing

@testable import KeyboardInput

/// What holds without any keyboard; needs a kernel with netlink and epoll only.
@Suite("Keyboard thread")
struct KeyboardThreadTests {
  private final class Log: ChordSink {
    let states = Mutex<[ChordInputState]>([])
    func chord(_: KeyChord, isDown _: Bool, source _: ChordSourceID, at _: MonotonicInstant) {}
    func stateChanged(_ state: ChordInputState) { states.withLock { $0.append(state) } }
  }

  private func thread(_ log: Log) -> KeyboardThread {
    KeyboardThread(
      sink: log,
      surroundings: KeyboardSurroundings(
        layout: { Layout.us }, isDriven: { _ in false }, kernelReads: { false }))
  }

  @Test("What was set before the start counts, and the stop waits for the thread")
  func setBefore() throws {
    let log = Log()
    let thread = thread(log)
    let selection = KeyboardSelection(match: .name("No such keyboard"), mode: .grab)
    thread.setKeyboards([selection])
    thread.setChords(["ctrl+F9", "ctrl+ssharp"])
    try thread.start()
    thread.stop()
    thread.stop()
    let last = log.states.withLock { $0.last }
    #expect(last?.keyboards == [KeyboardStatus(selection: selection, state: .missing)])
    #expect(last?.problems == [ChordProblem(chord: "ctrl+ssharp", reason: .unavailableKey)])
  }

  @Test("A second start is refused")
  func startedTwice() throws {
    let thread = thread(Log())
    try thread.start()
    defer { thread.stop() }
    let error = #expect(throws: KeyboardInputError.self) { try thread.start() }
    #expect(error?.code == .alreadyStarted)
  }
}
