import ControlProtocol
import Domain
import Synchronization
import Testing

@testable import Dictation
@testable import Runtime

/// An input thread that refuses work a number of times, then does it.
private final class ReluctantInput: InputPerforming {
  private let refusals: Mutex<Int>
  private let done = Atomic(0)

  init(refusals: Int) { self.refusals = Mutex(refusals) }

  var works: Int { done.load(ordering: .acquiring) }

  func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    let refused = refusals.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
    if refused { return false }
    work()
    done.add(1, ordering: .releasing)
    return true
  }
}

private func report(_ generation: Int, _ step: SessionReport.Step) -> SessionReport {
  SessionReport(
    session: SessionID(rawValue: "20261130T081502Z-4f9c2a17")!, generation: generation, step: step,
    instant: MonotonicInstant(nanoseconds: 0), sincePress: .zero, state: .ended)
}

@Suite struct RuntimeInboxTests {
  private let control = RuntimeEvent.control(
    ObservedControl(
      ControlEvent(
        address: ControlAddress(device: DeviceHandle(rawValue: 1), control: 0), change: .pressed,
        instant: MonotonicInstant(nanoseconds: 0)),
      DeviceID(rawValue: "d"), ControlID(rawValue: "c"), [], decided: MonotonicInstant(nanoseconds: 0)))

  @Test func `a flood of Control events pushes nothing else out, and is counted`() {
    let inbox = RuntimeInbox()
    let client = ControlServer.Client(number: 7)
    inbox.post(.request(ControlRequest(.status), client))
    inbox.post(.session(report(1, .ended(.delivered, nil))))
    for _ in 0..<(RuntimeInbox.controlCapacity + 5) { inbox.post(control) }
    inbox.post(.clientLeft(client))
    let (events, dropped, _) = inbox.take()
    #expect(dropped == 5)
    #expect(events.count == RuntimeInbox.controlCapacity + 3)
    guard case .request = events[0], case .session = events[1], case .clientLeft = events[events.count - 1]
    else {
      Issue.record("the order is not kept")
      return
    }
    #expect(inbox.take().events.isEmpty && inbox.take().dropped == 0)
  }

  @Test func `a Device that comes and goes without end takes one place`() {
    let inbox = RuntimeInbox()
    for _ in 0..<10_000 {
      inbox.post(.detached(DeviceID(rawValue: "d"), at: MonotonicInstant(nanoseconds: 0)))
      inbox.post(.unblocked(node: "/dev/input/event1"))
      inbox.post(.componentsChanged)
    }
    #expect(inbox.take().events.count == 3)
  }

  @Test func `the end of the last session is among the newest steps, whatever came before`() {
    let inbox = RuntimeInbox()
    for generation in 1...RuntimeInbox.sessionCapacity {
      inbox.post(.session(report(generation, .begun)))
      inbox.post(.session(report(generation, .ended(.delivered, nil))))
    }
    let events = inbox.take().events
    #expect(events.count == RuntimeInbox.sessionCapacity)
    guard case .session(let last)? = events.last else {
      Issue.record("no session step")
      return
    }
    #expect(last.generation == RuntimeInbox.sessionCapacity)
  }

  @Test func `a busy input thread still hears that a session has ended`() async throws {
    let inbox = RuntimeInbox()
    let input = ReluctantInput(refusals: 3)
    let relay = SessionRelay(inbox: inbox)
    relay.connect(
      InputCore(profile: ProfileEnvelope.standard.profiles[0], executor: IdleExecutor(), inbox: inbox), input)
    relay.note(report(1, .released))
    relay.note(report(1, .ended(.failed, nil)))
    #expect(inbox.take().events.count == 2)
    // 20 ms between the tries; at most 5 s.
    for _ in 0..<500 where input.works == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(input.works == 1)
  }
}
