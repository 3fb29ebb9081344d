import CommandSyntax
import ControlProtocol

/// `hwctl devices`: what the daemon has, or, without one, what a scan sees.
enum DevicesCommand {
  static func run(_ invocation: Invocation, _ words: [String]) {
    guard var client = ControlClient.connectIfRunning() else { DaemonProgram.execute(words) }
    guard let devices = client.ask(ControlRequest(.status)).status?.devices else { return }
    if invocation.flags.contains("json") { return Terminal.print(json: devices) }
    if devices.isEmpty { Terminal.print("No known controller is connected.\n") }
    for device in devices {
      let name = device.name.split(separator: " ").joined(separator: " ")
      let problem = device.problem.map { ": \($0)" } ?? ""
      Terminal.print("\(device.id)  \(device.model)  \(name)  \(device.state.rawValue)\(problem)\n")
    }
  }
}
