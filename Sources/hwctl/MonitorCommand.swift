import CommandSyntax
import ControlProtocol
import Terminal

/// `hwctl monitor`
enum MonitorCommand {
  static func run(_ invocation: Invocation) {
    var client = ControlClient.connect()
    var request = ControlRequest(.monitor)
    request.raw = invocation.flags.contains("raw")
    client.send(request)
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
