internal import CFaults
internal import Glibc

/// What the disk or the kernel does to one system call.
enum Fault: String, CaseIterable {
  case none
  case killBefore
  case killAfter
  case killWithin
  case errorOnce
  case error
  case full

  var isKill: Bool { self == .killBefore || self == .killAfter || self == .killWithin }

  var code: hwctl_fault {
    switch self {
    case .none: HWCTL_FAULT_NONE
    case .killBefore: HWCTL_FAULT_KILL_BEFORE
    case .killAfter: HWCTL_FAULT_KILL_AFTER
    case .killWithin: HWCTL_FAULT_KILL_WITHIN
    case .errorOnce: HWCTL_FAULT_EIO_ONCE
    case .error: HWCTL_FAULT_EIO
    case .full: HWCTL_FAULT_FULL
    }
  }
}

/// One operation with a fault in it: `step OPERATION FOLDER FAULT NUMBER`. Says "done CALLS" or "failed CALLS".
enum Step {
  static func run(_ words: [String]) async throws {
    guard let operation = Operation(rawValue: words[1]), let fault = Fault(rawValue: words[3]),
      let number = CInt(words[4])
    else { fail("no such step: \(words)") }
    // Without a fault the calls are counted all the same.
    hwctl_faults_arm(fault == .none ? HWCTL_FAULT_KILL_BEFORE : fault.code, fault == .none ? .max : number)
    var failure: (any Error)?
    do { try operation.act(words[2]) } catch { failure = error }
    let calls = hwctl_faults_disarm()
    say(failure.map { "failed \(calls) \($0)" } ?? "done \(calls)")
  }
}
