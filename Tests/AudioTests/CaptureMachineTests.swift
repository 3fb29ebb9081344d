import Domain
import Testing

@testable import Audio

@Suite("Capture machine")
struct CaptureMachineTests {
  private let start = MonotonicInstant(nanoseconds: 0)
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private func listening() -> CaptureMachine {
    var machine = CaptureMachine(begun: start)
    #expect(machine.handle(.streamBecameReady, at: at(10)) == [.announceOpened(at(10))])
    #expect(
      machine.handle(.framesArrived(total: 320), at: at(30)) == [.announceFirstFrame(at(30)), .deliverFrames])
    return machine
  }

  @Test("a release waits for what was under way, and for no more")
  func drains() {
    var machine = listening()
    #expect(machine.handle(.released, at: at(100)) == [.measureTarget])
    #expect(machine.handle(.targetMeasured(641), at: at(101)) == [])
    #expect(machine.handle(.framesArrived(total: 640), at: at(110)) == [.deliverFrames])
    #expect(
      machine.handle(.framesArrived(total: 960), at: at(130))
        == [.deliverFrames, .closeStream, .announceEnd(.finished)])
    #expect(machine.handle(.cancelled, at: at(131)) == [])
    #expect(machine.deadline == nil)
  }

  @Test("a release ends after 100 ms at the latest, not earlier")
  func drainLimit() {
    var machine = listening()
    _ = machine.handle(.released, at: at(100))
    _ = machine.handle(.targetMeasured(nil), at: at(101))
    #expect(machine.handle(.timePassed, at: at(199)) == [])
    #expect(machine.handle(.timePassed, at: at(200)) == [.closeStream, .announceEnd(.finished)])
  }

  @Test("frames that stop for a second fail the capture, 999 ms do not")
  func silence() {
    var machine = listening()
    #expect(machine.handle(.timePassed, at: at(1029)) == [])
    #expect(
      machine.handle(.timePassed, at: at(1030)) == [
        .closeStream, .announceEnd(.failed(AudioError(.noFrames))),
      ])
  }

  @Test("the first frame may take 4 s, the stream 5 s")
  func firstFrame() {
    var machine = CaptureMachine(begun: start)
    #expect(machine.handle(.timePassed, at: at(4999)) == [])
    _ = machine.handle(.streamBecameReady, at: at(4999))
    #expect(machine.handle(.timePassed, at: at(8998)) == [])
    #expect(
      machine.handle(.timePassed, at: at(8999)) == [
        .closeStream, .announceEnd(.failed(AudioError(.noFrames))),
      ])
    var silent = CaptureMachine(begun: start)
    #expect(
      silent.handle(.timePassed, at: at(5000)) == [
        .closeStream, .announceEnd(.failed(AudioError(.serverSilent))),
      ])
  }

  @Test("a tap that is over before the stream is ready ends as finished, without sound")
  func tap() {
    var machine = CaptureMachine(begun: start)
    #expect(machine.handle(.released, at: at(5)) == [.closeStream, .announceEnd(.finished)])
    #expect(machine.handle(.streamBecameReady, at: at(6)) == [])
  }

  @Test("a ring takes all or nothing, keeps the order around its end, and counts holes as silence")
  func ring() {
    let ring = SampleRing(capacity: 5)
    #expect([1, 2, 3].withUnsafeBufferPointer { ring.write($0) })
    #expect(![4, 5, 6].withUnsafeBufferPointer { ring.write($0) })
    #expect(ring.readAll() == [1, 2, 3])
    #expect([7, 8, 9].withUnsafeBufferPointer { ring.write($0) })
    #expect(ring.writeSilence(2))
    #expect(!ring.writeSilence(1))
    #expect(ring.readAll() == [7, 8, 9, 0, 0])
    #expect(ring.writtenTotal == 8)
  }
}
