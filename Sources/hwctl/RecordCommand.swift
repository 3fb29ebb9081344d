import CommandSyntax
import ControlProtocol
import Glibc
import Scenario
import SystemCalls
import Terminal

/// `hwctl record`
enum RecordCommand {
  private static let answerLimit = Duration.seconds(5)
  /// What `Scenario.parse` reads, less the lines that come first.
  private static let lineLimit = Scenario.maximumLines - 200

  static func run(_ invocation: Invocation) {
    let limit = seconds(invocation)
    var client = ControlClient.connect()
    var request = ControlRequest(.record)
    request.device = invocation.arguments.first
    do throws(SystemError) { try Interruption.prepare() } catch {
      Terminal.fail(.failed, "\(error.description).")
    }
    client.send(request)
    guard client.wait(limit: answerLimit) == .ready else {
      Terminal.fail(.failed, "hwctld has not answered. Restart it: systemctl --user restart hwctld")
    }
    guard let header = client.receive()?.lines else { Terminal.fail(.noDaemon, "hwctld ended.") }
    // Only now: a Device that is not there leaves no empty file.
    let output = invocation.values["output"].map(create)
    write(header, to: output)
    Terminal.complain("recording until Ctrl-C ...")
    let end = limit.map { ContinuousClock.now + .seconds($0) }
    var count = 0
    while true {
      let left = end.map { ContinuousClock.now.duration(to: $0) }
      switch client.wait(limit: left) {
      case .ready: break
      case .timedOut, .interrupted:
        Terminal.complain("recorded \(count) lines.")
        return
      }
      guard let reply = client.receive() else {
        Terminal.fail(.noDaemon, "hwctld ended; what was recorded until then is whole.")
      }
      guard let lines = reply.lines else { continue }
      guard count + lines.count <= lineLimit else {
        Terminal.complain("recorded \(count) lines, which is as long as a recording may be.")
        return
      }
      count += lines.count
      write(lines, to: output)
    }
  }

  private static func seconds(_ invocation: Invocation) -> Int? {
    guard let text = invocation.values["seconds"] else { return nil }
    guard let seconds = Int(text), (1...3600).contains(seconds) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 1 to 3600 (--seconds).")
    }
    return seconds
  }

  private static func create(_ path: String) -> CInt {
    do throws(SystemError) {
      return try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL).release()
    } catch {
      Terminal.fail(
        .failed,
        error.code == EEXIST
          ? "\(path) exists already: name a new file (--output)." : "\(error.description).")
    }
  }

  /// As they come, so that the file is whole whenever the recording ends.
  private static func write(_ lines: [String], to output: CInt?) {
    let text = lines.map { $0 + "\n" }.joined()
    if !(output.map { Terminal.write(text, to: $0) } ?? Terminal.show(text, on: STDOUT_FILENO)) {
      Terminal.fail(.failed, "the recording cannot be written: \(String(cString: strerror(errno))).")
    }
  }
}
