import CommandSyntax
import ControlProtocol
import Terminal

/// `hwctl devices`: what the daemon has, or, without one, what a scan sees.
enum DevicesCommand {
  static func run(_ invocation: Invocation, _ words: [String]) {
    guard var client = ControlClient.connectIfRunning() else { DaemonProgram.execute(words) }
    guard let devices = client.ask(ControlRequest(.status)).status?.devices else { return }
    invocation.flags.contains("json") ? Terminal.print(json: devices) : Terminal.print(devices.text)
  }
}
