import CommandSyntax
import Delivery

/// The daemon's command line, checked.
struct DaemonOptions: Sendable {
  /// Nil: as the preferences say.
  var route: DeliveryRoute?
  var trace: Bool
  /// The path of a recording.
  var replay: String?

  init(_ invocation: Invocation) throws(SyntaxError) {
    trace = invocation.flags.contains("trace")
    replay = invocation.values["replay"]
    guard let name = invocation.values["route"] else { return }
    guard let route = DeliveryRoute(optionValue: name) else {
      throw .valueNotAllowed(name, argument: "ROUTE", allowed: ["type", "stdout", "file:PATH"])
    }
    self.route = route
  }
}

extension DeliveryRoute {
  /// Reads "type", "stdout" or "file:PATH".
  init?(optionValue: String) {
    switch optionValue {
    case "type": self = .typedKeys
    case "stdout": self = .standardOutput
    default:
      guard optionValue.hasPrefix("file:"), optionValue.count > 5 else { return nil }
      self = .file(path: String(optionValue.dropFirst(5)))
    }
  }
}
