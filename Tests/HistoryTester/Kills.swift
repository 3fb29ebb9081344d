internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// Every operation, interrupted at every system call that changes a file, in every way; what is left is judged each time.
struct Kills {
  let folder: String
  /// Every so-manyth call only, for a shorter run.
  let stride: Int

  func run() throws {
    try Files.makeFolder(folder)
    let began = ContinuousClock.now
    var kills = 0
    var failures = 0
    for operation in Operation.allCases {
      let base = "\(folder)/\(operation.rawValue)"
      try operation.prepare(base)
      let judge = try Judge(operation, base)
      let calls = try step(operation, judge, .none, 0).calls
      for fault in Fault.allCases where fault != .none {
        for number in Swift.stride(from: 1 + calls % stride, through: calls, by: stride) {
          let outcome = try step(operation, judge, fault, number)
          kills += outcome.wasKilled ? 1 : 0
          failures += outcome.wasKilled ? 0 : 1
        }
      }
      say("\(operation.rawValue): \(calls) calls")
    }
    let seconds = (ContinuousClock.now - began).components.seconds
    say("\(kills) kills and \(failures) failures of the disk in \(seconds) s: nothing was lost")
  }

  private func step(
    _ operation: Operation, _ judge: Judge, _ fault: Fault, _ number: Int
  ) throws -> (calls: Int, wasKilled: Bool) {
    let work = folder + "/work"
    let copied = shell("rm -rf '\(work)' && cp -a '\(judge.base)' '\(work)' 2>&1")
    guard copied.status == 0 else { fail(copied.output) }
    let ran = shell("exec '\(myself)' step \(operation.rawValue) '\(work)' \(fault.rawValue) \(number)")
    let wasKilled = ran.status & 0x7f == SIGKILL
    let words = ran.output.split(separator: " ")
    let context = "\(operation.rawValue), \(fault.rawValue) at call \(number): \(ran.output)"
    guard !wasKilled || fault.isKill, wasKilled || words.count >= 2 else {
      fail("\(context) ended with status \(ran.status)")
    }
    do { try judge.check(work, isDone: words.first == "done") } catch { fail("\(context)\(error)") }
    return (words.count >= 2 ? Int(words[1].filter(\.isNumber)) ?? 0 : 0, wasKilled)
  }
}
