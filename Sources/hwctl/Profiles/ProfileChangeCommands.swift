import CommandSyntax
import ControlProtocol
import Domain
import Profiles
import Terminal

/// `hwctl profiles new`, `duplicate`, `rename`, `delete` and `use`
enum ProfileChangeCommands {
  static func run(_ invocation: Invocation) {
    let json = invocation.flags.contains("json")
    let id = invocation.arguments[0]
    let second = invocation.arguments.dropFirst().first
    let name = invocation.values["name"]
    switch invocation.path.last {
    case "new":
      _ = change { envelope throws(ProfileChangeError) in try envelope.creating(id, name: name) }
      DaemonNotice.send("The profile '\(id)' is made.", profile: id, json: json)
    case "duplicate":
      guard let second else { return }
      _ = change { envelope throws(ProfileChangeError) in try envelope.duplicating(id, as: second, name: name)
      }
      DaemonNotice.send("The profile '\(id)' is copied to '\(second)'.", profile: second, json: json)
    case "rename":
      guard second != nil || name != nil else {
        Terminal.fail(.usage, "a NEW-ID or --name is missing. See 'hwctl profiles rename --help'.")
      }
      _ = change { envelope throws(ProfileChangeError) in try envelope.renaming(id, to: second, name: name) }
      DaemonNotice.send("The profile '\(id)' is renamed.", profile: second ?? id, json: json)
    case "delete":
      let successor = invocation.values["use"]
      let after = delete(id, successor)
      DaemonNotice.send("The profile '\(id)' is deleted.", profile: after.activeProfile, json: json)
    default: use(id, json)
    }
  }

  private static func change(
    _ change: (ProfileEnvelope) throws(ProfileChangeError) -> ProfileEnvelope
  ) -> ProfileEnvelope { ProfilesCommand.change(change) }

  private static func delete(_ id: String, _ successor: String?) -> ProfileEnvelope {
    ProfilesCommand.change { envelope throws(ProfileChangeError) in
      do throws(ProfileChangeError) { return try envelope.deleting(id, activating: successor) } catch {
        guard error.code == .isActive else { throw error }
        Terminal.fail(.failed, "\(error.message), with --use ID.")
      }
    }
  }

  private static func use(_ id: String, _ json: Bool) {
    _ = change { envelope throws(ProfileChangeError) in try envelope.activating(id) }
    DaemonNotice.send("The profile '\(id)' is the active one.", profile: id, json: json)
  }
}
