import CommandSyntax
import ControlProtocol
import Terminal

/// `hwctl status`
enum StatusCommand {
  static func run(_ invocation: Invocation) {
    let json = invocation.flags.contains("json")
    var client = ControlClient.connect()
    guard invocation.flags.contains("follow") else {
      if let status = client.ask(ControlRequest(.status)).status { show(status, json: json) }
      return
    }
    client.send(ControlRequest(.follow))
    while let status = client.receive()?.status { show(status, json: json) }
    Terminal.fail(.noDaemon, "hwctld ended.")
  }

  private static func show(_ status: StatusReport, json: Bool) {
    json ? Terminal.print(json: status) : Terminal.print(text(status))
  }

  static func text(_ status: StatusReport) -> String {
    var lines = [
      "hwctld \(status.daemonVersion) (process \(status.processID)): \(status.phase.rawValue)",
      "profile: \(status.activeProfile)",
    ]
    if status.devices.isEmpty { lines.append("device: none connected") }
    for device in status.devices {
      let state = device.state == .ready ? "ready" : "NOT READY: \(device.problem ?? device.state.rawValue)"
      lines.append(
        "device: \(device.shownName) [\(device.id)] \(state)")
      lines += device.notes.map { "  \($0)" }
    }
    for component in status.components {
      lines.append("\(component.name.rawValue): \(component.ready ? "" : "NOT READY: ")\(component.detail)")
    }
    for action in status.actions {
      if let problem = action.problem { lines.append("action \(action.action): NOT AVAILABLE: \(problem)") }
    }
    if let last = status.lastSession {
      lines.append("last session: \(last.id) \(last.outcome)\(last.problem.map { ": \($0)" } ?? "")")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
