import CommandSyntax
import Domain
import Drivers
import Profiles
import SystemCalls
import Terminal

/// `hwctl profiles`: works on the file itself, and tells a running daemon of what changed.
enum ProfilesCommand {
  static let path = Directories.standard().profiles
  static let store = ProfileStore(path: path, models: models)

  /// The models of the catalogue, and what the user has taught.
  static let models: BindableModels = {
    let learned = LearnedDeviceStore(
      path: Directories.standard().learnedDevices, templates: DeviceCatalogue.templates)
    do throws(ProfileError) { return KnownModels(learned: try learned.inspect()).bindableModels } catch {
      Terminal.complain(error.message + ".")
      return DeviceCatalogue.bindableModels
    }
  }()

  static func run(_ invocation: Invocation) {
    let json = invocation.flags.contains("json")
    switch invocation.path.last {
    case "list": list(json)
    case "show": show(invocation.arguments.first, json)
    case "new", "duplicate", "rename", "delete", "use": ProfileChangeCommands.run(invocation)
    case "bind": ProfileBindCommand.bind(invocation)
    case "unbind": ProfileBindCommand.unbind(invocation)
    case "move": ProfileMoveCommand.run(invocation)
    case "edit": ProfileEditCommand.run()
    case "import": ProfileTransferCommands.importProfiles(invocation)
    case "export": ProfileTransferCommands.export(invocation)
    case "validate": validate(invocation.arguments.first ?? path, json)
    case "reload": DaemonNotice.reload()
    case "schema":
      Terminal.print(String(decoding: ProfileStore.schema(models: models), as: UTF8.self))
    default: json ? Terminal.print(json: ["path": path]) : Terminal.print(path + "\n")
    }
  }

  static func load() -> ProfileEnvelope {
    do throws(ProfileError) { return try store.inspect() } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  /// Changes the file, or ends the program with the reason why not.
  static func change(
    _ change: (ProfileEnvelope) throws(ProfileChangeError) -> ProfileEnvelope
  ) -> ProfileEnvelope {
    do throws(ProfileTransactionError) { return try store.change(change) } catch {
      switch error {
      case .change(let error): Terminal.fail(.failed, error.message + ".")
      case .file(let error): Terminal.fail(.invalidFile, error.message + ".")
      }
    }
  }

  private static func list(_ json: Bool) {
    let envelope = load()
    if json {
      return Terminal.print(
        json: envelope.profiles.map {
          ProfileRow(id: $0.id, name: $0.name, active: $0.id == envelope.activeProfile)
        })
    }
    for profile in envelope.profiles {
      Terminal.print("\(profile.id == envelope.activeProfile ? "*" : " ") \(profile.id)  \(profile.name)\n")
    }
  }

  private struct ProfileRow: Encodable {
    let id, name: String
    let active: Bool
  }

  private static func show(_ id: String?, _ json: Bool) {
    let envelope = load()
    let index: Int
    do throws(ProfileChangeError) { index = try envelope.index(of: id ?? envelope.activeProfile) } catch {
      Terminal.fail(.failed, error.message + ".")
    }
    let profile = envelope.profiles[index]
    if json { return Terminal.print(ProfileStore.json(of: profile) + "\n") }
    Terminal.print("\(profile.id)  \(profile.name)\n")
    for line in ProfileText.lines(profile) { Terminal.print("  \(line)\n") }
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
      issues = try ProfileStore.validate(path: file, models: models)
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
