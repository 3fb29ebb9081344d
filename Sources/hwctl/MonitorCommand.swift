import CommandSyntax
import ControlProtocol
import Terminal

/// `hwctl monitor`
enum MonitorCommand {
  static func run(_ invocation: Invocation) {
    var client = ControlClient.connect()
    client.send(ControlRequest(.monitor))
    while let reply = client.receive() {
      guard let event = reply.event else { continue }
      if invocation.flags.contains("json") {
        Terminal.print(json: event)
      } else {
        Terminal.print(event.traceLine + "\n")
      }
    }
    Terminal.fail(.noDaemon, "hwctld ended.")
  }
}
