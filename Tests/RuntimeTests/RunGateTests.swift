import Desktop
import Runtime
import Testing

@Suite struct RunGateTests {
  @Test(
    "each state of the session lets Actions run or not, and says why not",
    arguments: [
      (SessionState.Reason.asking, true), (.active, true), (.withoutLogind, true), (.inactive, false),
      (.locked, false), (.sleeping, false), (.noSession, false),
    ])
  func session(_ reason: SessionState.Reason, _ mayRun: Bool) {
    var gate = RunGate()
    gate.sessionChanged(SessionState(reason))
    #expect(gate.mayRun == mayRun)
    #expect(gate.obstacle == (mayRun ? nil : SessionState(reason).message))
  }

  @Test func `a panic outlasts the session's coming back, and a lock outlasts the end of the panic`() {
    var gate = RunGate()
    gate.panicked()
    gate.sessionChanged(SessionState(.active))
    #expect(!gate.mayRun)
    #expect(gate.obstacle?.contains("hwctl panic --resume") == true)
    gate.sessionChanged(SessionState(.locked))
    gate.resumed()
    #expect(!gate.mayRun)
    #expect(gate.obstacle == SessionState(.locked).message)
    gate.sessionChanged(SessionState(.active))
    #expect(gate.mayRun)
  }
}
