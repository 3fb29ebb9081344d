internal import Domain
internal import Synchronization
internal import SystemCalls

/// One recording, from the microphone's `open` to its `.ended`. Letting go of it before `finish()` cancels it: no handle,
/// no recording.
public final class Capture: Sendable {
  private let runner: CaptureRunner
  private let isFinishing = Atomic<Bool>(false)

  init(_ runner: CaptureRunner) { self.runner = runner }

  deinit { if !isFinishing.load(ordering: .acquiring) { runner.submit(.cancelled) } }

  /// The user let go now: what was spoken until this instant still arrives (at most `CaptureMachine.drainLimit`,
  /// 100 ms), then comes `.ended(.finished)`. Returns at once; has no effect on a capture that has ended.
  public func finish() {
    isFinishing.store(true, ordering: .releasing)
    runner.submit(.released, at: .now())
  }

  /// Closes the microphone at once, drops what was not given yet, then comes `.ended(.cancelled)`.
  public func cancel() { runner.submit(.cancelled) }
}
