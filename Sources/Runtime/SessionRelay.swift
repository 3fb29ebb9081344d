public import Dictation
internal import Dispatch
internal import Synchronization
internal import SystemCalls

/// Takes the steps of sessions from dictation: the engine hears straight away, on the input thread, that an Action is over;
/// people hear through the runtime's inbox.
public final class SessionRelay: Sendable {
  private struct Engine {
    let core: InputCore
    let input: any InputPerforming
  }

  /// An input thread that has too much to do is asked again, for 5 s: one that takes nothing for so long has ended, or
  /// hangs, and then the service manager's watchdog restarts the daemon.
  private static let retryInterval = DispatchTimeInterval.milliseconds(20)
  private static let retryLimit = 250

  private let inbox: RuntimeInbox
  private let engine = Mutex<Engine?>(nil)

  public init(inbox: RuntimeInbox) { self.inbox = inbox }

  /// Dictation is part of what the engine drives, so the engine is known later than this relay.
  public func connect(_ core: InputCore, _ input: any InputPerforming) {
    engine.withLock { $0 = Engine(core: core, input: input) }
  }

  /// The observer of dictation; does not block.
  public func note(_ report: SessionReport) {
    if report.endedByItself, let engine = engine.withLock({ $0 }) {
      Self.tell(engine, report.generation, Self.retryLimit)
    }
    inbox.post(.session(report))
  }

  /// The engine must not go on believing in an Action whose session is over.
  private static func tell(_ engine: Engine, _ generation: Int, _ tries: Int) {
    let isTaken = engine.input.perform { engine.core.dictationEnded(generation: generation) }
    guard !isTaken, tries > 0 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + retryInterval) {
      tell(engine, generation, tries - 1)
    }
  }
}
