import CommandSyntax
import Delivery
import Dispatch
import Glibc
import MessageBus
import Profiles
import SystemCalls
import Terminal

/// `hwctl target`: what delivery sees of the focus.
enum TargetOnce {
  /// In which the user goes to the window that is meant.
  private static let standardDelay = 3
  /// The accessibility bus may have to be started.
  private static let listenLimit = Duration.seconds(2)

  static func run(_ invocation: Invocation) {
    let delay = delay(invocation)
    let preferences = Parts.readPreferences(.standard())
    let session: MessageBus
    do throws(SystemError) { session = try MessageBus(.user, name: "user-bus") } catch {
      Terminal.fail(.failed, "\(error.description).")
    }
    let finder = TargetFinder(session: session)
    if delay > 0 {
      Terminal.complain("put the caret where a text should go; looking in \(delay) s ...")
      sleep(UInt32(delay))
    }
    waitUntilListening(finder)
    let seen = TargetExplanation(
      capture(finder), preference: preferences.route, unverified: preferences.unverifiedPolicy, finder: finder
    )
    let accessibility = AccessibilityStatus.read(session)
    if invocation.flags.contains("json") {
      Terminal.print(json: TargetAnswer(seen, accessibility))
    } else {
      Terminal.print(text(seen, accessibility))
    }
    // Dropped without a goodbye, as by any program that ends: nobody waits for an answer.
    Terminal.exit(seen.routes.isEmpty ? .failed : .done)
  }

  private static func delay(_ invocation: Invocation) -> Int {
    guard let text = invocation.values["delay"] else { return standardDelay }
    guard let seconds = Int(text), (0...60).contains(seconds) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 0 to 60 (--delay).")
    }
    return seconds
  }

  private static func waitUntilListening(_ finder: TargetFinder) {
    let end = ContinuousClock.now.advanced(by: listenLimit)
    while !finder.isListening, ContinuousClock.now < end { usleep(10_000) }
  }

  private static func capture(_ finder: TargetFinder) -> TargetCapture {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var captured: TargetCapture?
    // The semaphore orders the write before the read.
    finder.capture {
      captured = $0
      done.signal()
    }
    done.wait()
    return captured ?? .target(.unverified)
  }

  private static func text(_ seen: TargetExplanation, _ accessibility: AccessibilityStatus) -> String {
    var rows = [
      ("application", seen.applicationID ?? "unknown"),
      ("process", seen.processID.map(String.init) ?? "unknown"),
      ("field", seen.role?.rawValue ?? "unknown"),
      ("lines", seen.isMultiline.map { $0 ? "several" : "one" } ?? "unknown"),
      ("password field", seen.isSecure.map { $0 ? "yes" : "no" } ?? "unknown"),
      ("certainty", seen.certainty?.rawValue ?? "refused"),
      ("windows from", seen.windowSystem ?? "nobody: this desktop does not say which window is in front"),
      ("route", seen.routes.isEmpty ? "kept" : seen.routes.joined(separator: ", else ")),
      ("because", seen.reason),
      ("accessibility", accessibility.message),
    ]
    if let remedy = accessibility.remedy { rows.append(("try", remedy)) }
    return rows.map { name, value in
      name + ":" + String(repeating: " ", count: max(1, 16 - name.count)) + value + "\n"
    }.joined()
  }
}

private struct TargetAnswer: Encodable {
  let application: String?
  let process: Int32?
  let role, certainty: String?
  let multiline, secure: Bool?
  let windowSystem: String?
  let routes: [String]
  let reason, accessibility: String

  init(_ seen: TargetExplanation, _ status: AccessibilityStatus) {
    (application, process, role) = (seen.applicationID, seen.processID, seen.role?.rawValue)
    (certainty, multiline, secure) = (seen.certainty?.rawValue, seen.isMultiline, seen.isSecure)
    (windowSystem, routes, reason) = (seen.windowSystem, seen.routes, seen.reason)
    accessibility =
      switch status {
      case .on: "on"
      case .off: "off"
      case .missing: "missing"
      }
  }
}
