import CommandSyntax
import ControlProtocol
import Domain
import Drivers
import Profiles
import SystemCalls

/// `hwctl profiles`: reads the file itself; only `use` tells a running daemon.
enum ProfilesCommand {
  private static let path = Directories.standard().profiles
  private static let store = ProfileStore(path: path, models: DeviceCatalogue.bindableModels)

  static func run(_ invocation: Invocation) {
    let json = invocation.flags.contains("json")
    switch invocation.path.last {
    case "list": list(json)
    case "show": show(invocation.arguments.first, json)
    case "use": use(invocation.arguments[0])
    case "validate": validate(invocation.arguments.first ?? path, json)
    default: json ? Terminal.print(json: ["path": path]) : Terminal.print(path + "\n")
    }
  }

  private static func load() -> ProfileEnvelope {
    do throws(ProfileError) { return try store.inspect() } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  private static func list(_ json: Bool) {
    let envelope = load()
    if json {
      return Terminal.print(
        json: envelope.profiles.map { ProfileRow($0, active: $0.id == envelope.activeProfile) })
    }
    for profile in envelope.profiles {
      Terminal.print("\(profile.id == envelope.activeProfile ? "*" : " ") \(profile.id)  \(profile.name)\n")
    }
  }

  private static func show(_ id: String?, _ json: Bool) {
    let envelope = load()
    let id = id ?? envelope.activeProfile
    guard let profile = envelope.profiles.first(where: { $0.id == id }) else { unknown(id, envelope) }
    if json {
      return Terminal.print(json: ProfileRow(profile, active: id == envelope.activeProfile))
    }
    Terminal.print("\(profile.id)  \(profile.name)\n")
    for row in ProfileRow(profile, active: true).bindings {
      let keys = row.keys.map { " \($0)" } ?? ""
      Terminal.print("  \(row.model) \(row.control): \(row.mode) \(row.action)\(keys)\n")
    }
  }

  private static func use(_ id: String) {
    if var client = ControlClient.connectIfRunning() {
      _ = client.ask(ControlRequest(.useProfile, profile: id))
      return
    }
    var envelope = load()
    guard envelope.profiles.contains(where: { $0.id == id }) else { unknown(id, envelope) }
    envelope.activeProfile = id
    do throws(ProfileError) { try store.save(envelope) } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  private static func unknown(_ id: String, _ envelope: ProfileEnvelope) -> Never {
    let known = envelope.profiles.map(\.id).joined(separator: ", ")
    Terminal.fail(.failed, "there is no profile '\(id)'. Known: \(known).")
  }

  private static func validate(_ file: String, _ json: Bool) {
    let issues: [ProfileIssue]
    do throws(ProfileError) {
      // No file of one's own yet is in order: the standard profile is used.
      if file == path && !Files.exists(file) {
        return json
          ? Terminal.print(json: [String]())
          : Terminal.print("no file of your own yet: the standard profile is used.\n")
      }
      issues = try ProfileStore.validate(path: file, models: DeviceCatalogue.bindableModels)
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
    if json {
      Terminal.print(json: issues.map { ["path": $0.path, "problem": $0.description] })
    } else if issues.isEmpty {
      Terminal.print("\(file) is valid.\n")
    }
    guard !issues.isEmpty else { return }
    for issue in issues { Terminal.complain("\(file): \(issue)") }
    Terminal.exit(.invalidFile)
  }
}

/// A profile as `--json` shows it.
private struct ProfileRow: Encodable {
  struct BindingRow: Encodable {
    let model, control, mode, action: String
    let keys: String?
  }

  let id, name: String
  let active: Bool
  let bindings: [BindingRow]

  init(_ profile: Profile, active: Bool) {
    id = profile.id
    name = profile.name
    self.active = active
    bindings = profile.devices.flatMap { device in
      device.bindings.map { binding in
        var keys: String?
        if case .keyboardShortcut(let sequence) = binding.action { keys = sequence.description }
        return BindingRow(
          model: device.model.rawValue, control: binding.controls.map(\.rawValue).joined(separator: "+"),
          mode: binding.mode.rawValue,
          action: binding.action.kind.rawValue, keys: keys)
      }
    }
  }
}
