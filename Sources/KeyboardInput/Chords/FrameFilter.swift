internal import CEvdev
internal import CSystem
internal import Domain

/// Takes withheld keys out of the kernel's frames, in place. The hot path of a grabbed keyboard: nothing is allocated.
enum FrameFilter {
  struct Result: Hashable {
    /// So many events from the start of the buffer are to be passed on.
    var passed = 0
    /// The kernel dropped events (SYN_DROPPED): the state of the keys has to be asked for.
    var isLossy = false
  }

  /// - Parameter frames: whole frames, each ended by SYN_REPORT.
  static func filter(
    _ frames: UnsafeMutableBufferPointer<input_event>, _ machine: inout ChordMachine
  ) -> Result {
    var result = Result()
    var frameStart = 0
    /// Where the scan code of the next key stands: it goes with its key.
    var scan: Int?
    var isStale = false
    for event in frames {
      if event.type == UInt16(EV_SYN) {
        scan = nil
        if event.code == UInt16(SYN_DROPPED) {
          // Everything up to the end of this frame is stale (kernel, event-codes.rst).
          result.isLossy = true
          isStale = true
        } else if event.code == UInt16(SYN_REPORT) {
          if !isStale, result.passed > frameStart { keep(event, frames, &result) }
          frameStart = result.passed
          isStale = false
        }
      } else if !isStale {
        take(event, frames, &machine, &result, &scan)
      }
    }
    return result
  }

  private static func take(
    _ event: input_event, _ frames: UnsafeMutableBufferPointer<input_event>, _ machine: inout ChordMachine,
    _ result: inout Result, _ scan: inout Int?
  ) {
    switch Int32(event.type) {
    case EV_KEY:
      if machine.handle(event) {
        keep(event, frames, &result)
      } else if let scan {
        result.passed = scan
      }
      scan = nil
    case EV_MSC:
      scan = event.code == UInt16(MSC_SCAN) ? result.passed : nil
      keep(event, frames, &result)
    case EV_LED, EV_SND, EV_REP:
      // What was written to the keyboard, by us too: it comes from the copy's readers and does not go back to them.
      break
    default:
      keep(event, frames, &result)
    }
  }

  private static func keep(
    _ event: input_event, _ frames: UnsafeMutableBufferPointer<input_event>, _ result: inout Result
  ) {
    frames[result.passed] = event
    result.passed += 1
  }
}

extension ChordMachine {
  /// A key event of the kernel (EV_KEY).
  mutating func handle(_ event: input_event) -> Bool {
    let transition: Transition =
      switch event.value {
      case 0: .up
      case 1: .down
      default: .repeated
      }
    return handle(
      event.code, transition,
      at: MonotonicInstant(seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec)))
  }
}
