import Audio
import ControlProtocol
import Delivery
import Domain
import Drivers
import Glibc
import HIDTransport
import Profiles
import Speech
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl doctor`: every thing that the path of a press and of a sentence needs, each with its remedy.
enum Doctor {
  /// One line of the report.
  struct Finding: Encodable {
    enum Verdict: String, Encodable {
      case ok
      /// Works, but not as well as it could, or only some Actions.
      case note
      /// Dictation from a pedal cannot work.
      case missing
      /// A file that is there and cannot be used.
      case invalid
    }

    let check: String
    let verdict: Verdict
    let detail: String
  }

  static func run(json: Bool) {
    let directories = Directories.standard()
    let (preferences, preferencesFinding) = readPreferences(directories)
    let status = ControlClient.runningStatus()
    let (models, modelsFinding) = readTaughtDevices(directories)
    let findings =
      daemon(status) + [preferencesFinding] + [modelsFinding].compactMap(\.self) + devices(status, models)
      + [keyboard(preferences, status)] + keymap(preferences) + microphone(preferences)
      + [
        model(preferences, directories), worker(preferences), profiles(directories, models),
        history(directories),
      ] + accessibility(preferences) + refiner(preferences)
    if json {
      Terminal.print(json: findings)
    } else {
      for finding in findings { Terminal.print(line(finding)) }
    }
    exit(findings.contains { $0.verdict == .missing || $0.verdict == .invalid } ? 1 : 0)
  }

  private static func line(_ finding: Finding) -> String {
    let mark =
      switch finding.verdict {
      case .ok: "ok      "
      case .note: "note    "
      case .missing: "MISSING "
      case .invalid: "INVALID "
      }
    return "\(mark) \(finding.check): \(finding.detail)\n"
  }

  /// A daemon that runs is asked what it has: it may have been started with other permissions, or before the file changed.
  private static func daemon(_ status: StatusReport?) -> [Finding] {
    guard let status else {
      return [
        Finding(
          check: "daemon", verdict: .note, detail: "hwctld is not running: systemctl --user start hwctld")
      ]
    }
    let running = Finding(
      check: "daemon", verdict: .ok,
      detail: "hwctld \(status.daemonVersion) is running (process \(status.processID))")
    return [running]
      + status.components.filter { !$0.ready }.map {
        Finding(
          check: "daemon, \($0.name.rawValue)", verdict: isForDictation($0.name) ? .missing : .note,
          detail: $0.detail)
      }
      + status.actions.compactMap { action in
        action.problem.map { Finding(check: "action \(action.action)", verdict: .note, detail: $0) }
      }
  }

  /// Whether dictation from a pedal cannot work without it; without one of the others only some Actions do not, or not now.
  private static func isForDictation(_ component: ComponentStatus.Name) -> Bool {
    switch component {
    case .input, .keyboard, .microphone, .speech, .delivery, .history, .profiles, .preferences, .devices: true
    case .session, .keyboards, .shortcuts, .media, .refiner: false
    }
  }

  /// Nil where nothing was taught. The catalogue where the file cannot be used, as the daemon does.
  private static func readTaughtDevices(_ directories: Directories) -> (KnownModels, Finding?) {
    let path = directories.learnedDevices
    do throws(ProfileError) {
      let models = try KnownModels.inspect(directories)
      return (models, Files.exists(path) ? Finding(check: "taught devices", verdict: .ok, detail: path) : nil)
    } catch {
      return (KnownModels(), Finding(check: "taught devices", verdict: .invalid, detail: error.message))
    }
  }

  /// The standard ones where the file cannot be used, so that everything else is looked at all the same.
  private static func readPreferences(_ directories: Directories) -> (Preferences, Finding) {
    let path = directories.preferences
    do throws(ProfileError) {
      let preferences = try PreferencesStore(path: path).inspect()
      let detail = Files.exists(path) ? path : "none of your own yet: the standard ones are used"
      return (preferences, Finding(check: "preferences", verdict: .ok, detail: detail))
    } catch {
      return (Preferences(), Finding(check: "preferences", verdict: .invalid, detail: error.message))
    }
  }

  /// What the daemon says of them, since it holds them; else what a scan sees.
  private static func devices(_ status: StatusReport?, _ models: KnownModels) -> [Finding] {
    let devices: [DeviceStatus]
    do throws(HIDError) {
      if let status { devices = status.devices } else { devices = try DevicesOnce.scan(models) }
    } catch {
      return [Finding(check: "devices", verdict: .missing, detail: error.message)]
    }
    if devices.isEmpty {
      return [
        Finding(
          check: "devices", verdict: .note,
          detail: "no known controller is connected; 'hwctl begin' works without one")
      ]
    }
    return devices.flatMap { device in
      let ready = status == nil ? "can be read" : "ready"
      let check = "device \(device.model)"
      let finding = Finding(
        check: check, verdict: device.state == .ready ? .ok : .missing,
        detail: device.problem ?? "\(device.shownName) [\(device.id)] \(ready)")
      return [finding] + device.notes.map { Finding(check: check, verdict: .note, detail: $0) }
    }
  }
}
