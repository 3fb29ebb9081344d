internal import BindingEngine
internal import Dispatch
internal import Domain
internal import Glibc
public import Scenario
internal import SystemCalls

/// Plays the inputs of a recording in real time, through driver and engine, in place of the input thread.
public final class Replay: InputPerforming {
  private let queue = DispatchQueue(label: "hwctl.input", qos: .userInteractive)
  private let scenario: Scenario

  public init(_ scenario: Scenario) { self.scenario = scenario }

  public func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    queue.async(execute: work)
    return true
  }

  /// Starts now; returns when the last line has been played, or the task is cancelled. A Control that is still down then
  /// is let go of: no foot is left to do it.
  public func play(into core: InputCore) async {
    var player = ScenarioPlayer(scenario)
    await deliver(player.start(), to: core)
    let start = MonotonicInstant.now()
    for line in scenario.lines {
      guard case .input(let input) = line.event else { continue }
      let due = start.advanced(by: line.time)
      do { try await Task.sleep(for: MonotonicInstant.now().duration(to: due)) } catch { break }
      await deliver(player.facts(for: input, at: .now()), to: core)
    }
    await deliver([.suspended], to: core)
  }

  private func deliver(_ facts: [BindingFact], to core: InputCore) async {
    await withCheckedContinuation { continuation in
      queue.async {
        for fact in facts { core.replay(fact) }
        continuation.resume()
      }
    }
  }
}

extension InputCore {
  /// What a real device or command would have caused. A recording holds no profiles and no executors' news.
  fileprivate func replay(_ fact: BindingFact) {
    switch fact {
    case .attached(let device): attached(device)
    case .control(let event): received(event)
    case .deviceRemoved(let device): detached(device)
    case .commanded(let verb, let action): command(verb, action)
    case .suspended: suspend()
    case .profileReplaced, .actionEnded: break
    }
  }
}
