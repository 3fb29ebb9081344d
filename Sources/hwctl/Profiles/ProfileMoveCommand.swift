import CommandSyntax
import ControlProtocol
import Domain
import Profiles
import Terminal

/// `hwctl profiles move`
enum ProfileMoveCommand {
  static func run(_ invocation: Invocation) {
    let (old, new) = units(invocation.arguments)
    let envelope = ProfilesCommand.change { envelope throws(ProfileChangeError) in
      try envelope.moving(old, to: new)
    }
    DaemonNotice.send(
      "The bindings for \(old) are for \(new) now.", profile: envelope.activeProfile,
      json: invocation.flags.contains("json"))
  }

  /// Where a daemon can tell: bindings for a unit that was mistyped would wait for ever.
  private static func requireConnected(_ unit: String) {
    guard let devices = ControlClient.runningStatus()?.devices else { return }
    guard !devices.contains(where: { $0.id == unit }) else { return }
    let ids = devices.map(\.id).joined(separator: ", ")
    Terminal.fail(
      .failed,
      "'\(unit)' is not connected. " + (ids.isEmpty ? "Nothing is: plug it in first." : "These are: \(ids)."))
  }

  private static func units(_ words: [String]) -> (old: DeviceID, new: DeviceID) {
    guard words.count != 1 else { Terminal.fail(.usage, "NEW is missing. See 'hwctl profiles move --help'.") }
    if words.count == 2 {
      requireConnected(words[1])
      return (DeviceID(rawValue: words[0]), DeviceID(rawValue: words[1]))
    }
    var client = ControlClient.connect()
    let devices = client.ask(ControlRequest(.status)).status?.devices ?? []
    let moved = devices.filter { $0.movedFrom != nil }
    guard moved.count == 1, let old = moved[0].movedFrom else {
      Terminal.fail(
        .failed,
        moved.isEmpty
          ? "no unit that the active profile binds seems to have moved. Name both ids, as 'hwctl devices' shows them."
          : "several units seem to have moved: name both ids. 'hwctl devices' shows which.")
    }
    return (DeviceID(rawValue: old), DeviceID(rawValue: moved[0].id))
  }
}
