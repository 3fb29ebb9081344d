import ControlProtocol
import Testing

@Suite struct TraceLineTests {
  @Test func aSessionStepShowsItsTimeSinceThePressAndItsText() {
    var event = MonitorEvent(kind: .session, nanoseconds: 0)
    event.step = .recognised
    event.sincePressMilliseconds = 1412.72
    event.text = "Hello."
    #expect(event.traceLine == "+  1412.7 ms  raw text           Hello.")
  }

  @Test func aControlEventShowsBindingAndLatency() {
    var event = MonitorEvent(kind: .pressed, nanoseconds: 0)
    event.control = "center"
    event.binding = "hold localDictation"
    event.latencyMicroseconds = 41
    #expect(event.traceLine == "control       center      pressed    hold localDictation  41 us")
  }
}
