import CommandSyntax
import ControlProtocol
import Terminal

/// `hwctl begin`, `end`, `toggle` and `cancel`
enum ActionCommand {
  static func run(_ invocation: Invocation) {
    guard let verb = invocation.path.first.flatMap(ActionVerb.init(rawValue:)) else { return }
    var client = ControlClient.connect()
    _ = client.ask(ControlRequest(.action, verb: verb, action: invocation.arguments.first))
  }

  /// `hwctl panic [--resume]`
  static func panic(_ invocation: Invocation) {
    var client = ControlClient.connect()
    let isResuming = invocation.flags.contains("resume")
    _ = client.ask(ControlRequest(isResuming ? .resume : .panic))
    Terminal.complain(
      isResuming ? "hwctld goes on." : "everything is let go of; 'hwctl panic --resume' goes on.")
  }
}
