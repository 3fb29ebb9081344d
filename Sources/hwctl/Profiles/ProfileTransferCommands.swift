import CommandSyntax
import Domain
import Profiles
import SystemCalls
import Terminal

/// `hwctl profiles import` and `export`
enum ProfileTransferCommands {
  static func importProfiles(_ invocation: Invocation) {
    let file = path(of: invocation.arguments[0])
    let own = ProfilesCommand.load()
    var profiles = read(file, own)
    if let id = invocation.values["as"] {
      guard profiles.count == 1 else {
        Terminal.fail(.usage, "--as is for one profile, and \(file) has \(profiles.count).")
      }
      profiles[0].id = id
    }
    let replacing = invocation.flags.contains("replace")
    for profile in profiles where !replacing && own.profiles.contains(where: { $0.id == profile.id }) {
      Terminal.fail(
        .failed,
        "there is a profile '\(profile.id)' already. Import it under another id with --as ID, or in its place with "
          + "--replace. Nothing was changed.")
    }
    _ = ProfilesCommand.change { envelope throws(ProfileChangeError) in
      var changed = envelope
      for profile in profiles { changed = try changed.inserting(profile, replacing: replacing) }
      return changed
    }
    let ids = profiles.map { "'\($0.id)'" }.joined(separator: ", ")
    let hint =
      profiles.contains { $0.id == own.activeProfile }
      ? "" : " Use it with: hwctl profiles use \(profiles[0].id)."
    DaemonNotice.send(
      "Imported \(ids).\(hint)", profile: profiles[0].id, json: invocation.flags.contains("json"))
  }

  private static func read(_ file: String, _ own: ProfileEnvelope) -> [Profile] {
    do throws(ProfileError) {
      return try ProfilesCommand.store.read(file, elsewhere: Set(own.profiles.map(\.id))).profiles
    } catch { Terminal.fail(.invalidFile, error.message + ".") }
  }

  /// A file, or a ready-made profile by its name.
  private static func path(of name: String) -> String {
    if name.contains("/") || Files.exists(name) { return name }
    let folder = ProgramFiles.readyMadeProfiles
    let names = (folder.flatMap { try? Files.names(in: $0) } ?? [])
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.map { String($0.dropLast(5)) }
    if let folder, names.contains(name) { return "\(folder)/\(name).json" }
    let known = names.isEmpty ? "" : " Ready-made ones: \(names.joined(separator: ", "))."
    Terminal.fail(.failed, "there is no file '\(name)'.\(known)")
  }

  static func export(_ invocation: Invocation) {
    let envelope = ProfilesCommand.load()
    let id = invocation.arguments.first ?? envelope.activeProfile
    let profile: Profile
    do throws(ProfileChangeError) { profile = envelope.profiles[try envelope.index(of: id)] } catch {
      Terminal.fail(.failed, error.message + ".")
    }
    for case .profile(.to(let target)) in profile.actions where target != id {
      Terminal.complain("'\(id)' switches to '\(target)', which is not in this file: export that too.")
    }
    let bytes = ProfilesCommand.store.text(of: ProfileEnvelope(activeProfile: id, profiles: [profile]))
    guard let file = invocation.arguments.dropFirst().first else {
      return Terminal.print(String(decoding: bytes, as: UTF8.self))
    }
    if Files.exists(file) { Terminal.fail(.failed, "\(file) exists already, and was left as it is.") }
    do throws(SystemError) { try Files.replace(file, with: bytes) } catch {
      Terminal.fail(.failed, "\(error.description).")
    }
    Terminal.print("\(file) is written.\n")
  }
}
