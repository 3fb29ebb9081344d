import CommandSyntax
import ControlProtocol
import Domain
import Drivers
import Profiles
import SystemCalls
import Terminal

/// `hwctl devices`: what the daemon has, or, without one, what a scan sees; and `hwctl devices forget`.
enum DevicesCommand {
  static func run(_ invocation: Invocation, _ words: [String]) {
    switch invocation.path.last {
    case "forget": forget(invocation)
    case "learn": DaemonProgram.execute(words)
    default: list(invocation, words)
    }
  }

  private static func list(_ invocation: Invocation, _ words: [String]) {
    guard var client = ControlClient.connectIfRunning() else { DaemonProgram.execute(words) }
    guard let devices = client.ask(ControlRequest(.status)).status?.devices else { return }
    invocation.flags.contains("json") ? Terminal.print(json: devices) : Terminal.print(devices.text)
  }

  private static func forget(_ invocation: Invocation) {
    let name = invocation.arguments[0]
    let store = LearnedDeviceStore(
      path: Directories.standard().learnedDevices, templates: DeviceCatalogue.templates)
    do throws(ProfileError) {
      let devices = try store.inspect()
      guard let device = devices.first(where: { $0.product.description == name || $0.model.rawValue == name })
      else {
        let known = devices.map { "\($0.product) (\($0.model))" }.joined(separator: ", ")
        Terminal.fail(
          .failed,
          "no device '\(name)' was taught. " + (known.isEmpty ? "There are none." : "These were: \(known)."))
      }
      let others = devices.filter { $0.product != device.product }
      requireUnbound(device, KnownModels(learned: others))
      try store.remove(device.product)
      report(device, json: invocation.flags.contains("json"))
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  /// A profile that names a model which is not there is not valid, and would be refused as a whole.
  private static func requireUnbound(_ device: LearnedDevice, _ models: KnownModels) {
    guard models.bindableModels.controls[device.model] == nil else { return }
    let profiles = ProfilesCommand.load().profiles.filter { profile in
      profile.devices.contains { $0.model == device.model }
    }
    guard !profiles.isEmpty else { return }
    let names = profiles.map { "'\($0.id)'" }.joined(separator: ", ")
    Terminal.fail(
      .failed,
      "\(device.model) has bindings in \(names), so it was not forgotten. Take them away first: "
        + "'hwctl profiles unbind CONTROL --device \(device.model) --profile ID'.")
  }

  private static func report(_ device: LearnedDevice, json: Bool) {
    guard !json else {
      return Terminal.print(
        json: ["forgotten": device.model.rawValue, "product": device.product.description])
    }
    Terminal.print("'\(device.name)' (\(device.product)) is forgotten; hwctl lets go of it.\n")
  }
}
