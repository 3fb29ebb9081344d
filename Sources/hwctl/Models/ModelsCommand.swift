import CommandSyntax
import ControlProtocol
import Models
import Profiles
import SystemCalls
import Terminal

/// `hwctl models`: what needs files alone. What fetches or unpacks is done by the daemon's program.
enum ModelsCommand {
  static func run(_ invocation: Invocation, _ words: [String]) {
    let json = invocation.flags.contains("json")
    let id = invocation.arguments.first
    switch invocation.path.last {
    case "install": DaemonProgram.execute(words)
    case "verify": verify(id ?? modelInUse(), json: json)
    case "remove": remove(invocation.arguments[0], force: invocation.flags.contains("force"), json: json)
    case "use": use(invocation.arguments[0], json: json)
    case "path": path(id ?? modelInUse(), json: json)
    default: ModelsList.print(models, inUse: modelInUse(), json: json)
    }
  }

  static var models: InstalledModels { InstalledModels(folder: Directories.standard().models) }

  private static var preferences: PreferencesStore {
    PreferencesStore(path: Directories.standard().preferences)
  }

  private static func modelInUse() -> String { readPreferences().speech.model }

  private static func readPreferences() -> Preferences {
    do throws(ProfileError) { return try preferences.inspect() } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  /// The folder that would be used; ends the program where there is none.
  private static func folder(of id: String) -> String {
    do throws(ModelError) { return try ModelLocator.locate(id: id, dataFolder: models.folder) } catch {
      let remedy = ModelCatalogue.entry(id).map { _ in "Install it: 'hwctl models install \(id)'." }
      Terminal.fail(
        .failed, "no model '\(id)' is installed. " + (remedy ?? "'hwctl models list' shows what there is."))
    }
  }

  private static func verify(_ id: String, json: Bool) {
    let folder = folder(of: id)
    do throws(ModelError) {
      let package = try ModelPackage.admit(folder)
      json
        ? Terminal.print(json: [
          "model": package.identity.id, "version": package.identity.version, "folder": folder,
        ])
        : Terminal.print("\(package.identity): every file is as its manifest says.\n")
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  private static func path(_ id: String, json: Bool) {
    let folder = folder(of: id)
    json ? Terminal.print(json: ["model": id, "folder": folder]) : Terminal.print(folder + "\n")
  }

  private static func remove(_ id: String, force: Bool, json: Bool) {
    if id == modelInUse(), !force {
      Terminal.fail(
        .failed,
        "'\(id)' is the model in use, so it was not removed. Choose another first ('hwctl models use ID'), or say --force."
      )
    }
    do throws(SystemError) {
      guard try models.remove(id) else {
        Terminal.fail(
          .failed, "no model '\(id)' of yours is installed. 'hwctl models list' shows what there is.")
      }
    } catch {
      Terminal.fail(.failed, error.description + ".")
    }
    json ? Terminal.print(json: ["removed": id]) : Terminal.print("'\(id)' is removed.\n")
  }

  private static func use(_ id: String, json: Bool) {
    let folder = folder(of: id)
    do throws(ModelError) { _ = try ModelPackage.admit(folder) } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
    do throws(ProfileError) {
      if try preferences.inspect().speech.model != id { try preferences.chooseModel(id) }
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
    let needsRestart = ControlClient.runningStatus().map { !isUsing(id, $0) } ?? false
    if json {
      Terminal.print(json: Used(model: id, folder: folder, needsRestart: needsRestart))
    } else {
      Terminal.print(
        "Speech is recognised with '\(id)' from now on."
          + (needsRestart ? " hwctld begins with it after 'systemctl --user restart hwctld'.\n" : "\n"))
    }
  }

  /// Whether the daemon recognises with this model already: it names its model first.
  private static func isUsing(_ id: String, _ status: StatusReport) -> Bool {
    status.components.contains { $0.name == .speech && $0.ready && $0.detail.hasPrefix(id + " ") }
  }

  private struct Used: Encodable {
    let model, folder: String
    let needsRestart: Bool
  }
}
