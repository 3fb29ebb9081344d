import CommandSyntax
import ControlProtocol
import Domain
import Terminal

/// `hwctl redeliver`
enum RedeliverCommand {
  static func run(_ invocation: Invocation) {
    let delay = delay(invocation)
    var request = ControlRequest(.redeliver)
    if let name = invocation.arguments.first, name != "last" {
      guard SessionID(rawValue: name) != nil else {
        Terminal.fail(.usage, "'\(name)' is not a session id. 'hwctl history list' shows them.")
      }
      request.session = name
    }
    var client = ControlClient.connect()
    for seconds in stride(from: delay, to: 0, by: -1) {
      Terminal.complain("put the focus where the text is to go: \(seconds) ...")
      // A daemon that ends meanwhile is noticed when it is asked.
      _ = client.wait(limit: .seconds(1))
    }
    client.send(request)
    guard let text = client.receive()?.redelivered else {
      Terminal.fail(.noDaemon, "hwctld ended; look whether the text has arrived before you try again.")
    }
    if invocation.flags.contains("json") { return Terminal.print(json: text) }
    Terminal.complain("\(text.characters) characters were delivered (\(text.route)).")
  }

  private static func delay(_ invocation: Invocation) -> Int {
    guard let text = invocation.values["delay"] else { return 3 }
    guard let seconds = Int(text), (0...60).contains(seconds) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 0 to 60 (--delay).")
    }
    return seconds
  }
}
