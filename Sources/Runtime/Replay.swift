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
      guard await wait(until: start.advanced(by: line.time), core) else { break }
      await deliver(player.facts(for: input, at: .now()), to: core)
    }
    // What the last line has left open is decided by time: a second press does not come any more.
    _ = await wait(until: nil, core)
    await deliver([.suspended], to: core)
  }

  /// Lets the core's deadlines pass until then; nil: until there are none.
  ///
  /// - Returns: false when the task is cancelled.
  private func wait(until due: MonotonicInstant?, _ core: InputCore) async -> Bool {
    while true {
      let deadline = await deadline(of: core)
      guard let next = [due, deadline].compactMap(\.self).min() else { return true }
      do { try await Task.sleep(for: MonotonicInstant.now().duration(to: next)) } catch { return false }
      guard next == deadline else { return true }
      await deliver([.deadlinePassed], to: core)
    }
  }

  private func deadline(of core: InputCore) async -> MonotonicInstant? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: core.deadline) }
    }
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
    case .chord(let chord, let isDown, let source):
      self.chord(chord, isDown: isDown, source: source, at: .now())
    case .chordSourceLost(let source): chordSourceLost(source)
    case .deadlinePassed: deadlinePassed(at: .now())
    case .profileReplaced, .actionEnded: break
    }
  }
}
