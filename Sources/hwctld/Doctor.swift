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
      ]
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
    case .input, .keyboard, .microphone, .speech, .history, .profiles, .preferences, .devices: true
    case .session, .keyboards, .shortcuts, .media: false
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

  private static func keyboard(_ preferences: Preferences, _ status: StatusReport?) -> Finding {
    if let keyboard = status?.components.first(where: { $0.name == .keyboard }) {
      return Finding(
        check: "virtual keyboard", verdict: keyboard.ready ? .ok : .missing, detail: keyboard.detail)
    }
    do throws(DeliveryError) {
      _ = try VirtualKeyboard()
      return Finding(check: "virtual keyboard", verdict: .ok, detail: "uinput can be used")
    } catch {
      // Without it a sink still works.
      let verdict: Finding.Verdict = preferences.route == .typedKeys ? .missing : .note
      return Finding(check: "virtual keyboard", verdict: verdict, detail: error.message)
    }
  }

  /// The layout of the desktop, and the kernel's table where that is in front now. With "auto" both are looked at: a layout
  /// that does not exist must not pass because a virtual terminal happens to be in front.
  private static func keymap(_ preferences: Preferences) -> [Finding] {
    let keyboard = preferences.keyboard
    let variant = keyboard.variant.isEmpty ? "" : " (\(keyboard.variant))"
    let isStandard = keyboard.layout == Preferences().keyboard.layout
    let origin =
      isStandard ? "the standard one; set keyboard.layout if your desktop uses another" : "your preferences"
    var findings: [Finding] = []
    if keyboard.source != .console {
      findings.append(
        layout("\(keyboard.layout)\(variant), \(origin)") { () throws(DeliveryError) in
          try KeymapSource.xkb(preferences.layout).read()
        })
    }
    let isConsole = (try? KeymapSource.console.read()) != nil
    if keyboard.source == .console || (keyboard.source == .auto && isConsole) {
      findings.append(
        layout("used now: the kernel's table of the virtual terminal in front") { () throws(DeliveryError) in
          try KeymapSource.console.read()
        })
    }
    return findings
  }

  private static func layout(_ name: String, _ read: () throws(DeliveryError) -> Keymap) -> Finding {
    do throws(DeliveryError) {
      let count = try read().typeable.count
      return Finding(
        check: "keyboard layout", verdict: .ok, detail: "\(name); \(count) characters can be typed")
    } catch {
      return Finding(check: "keyboard layout", verdict: .missing, detail: error.message)
    }
  }

  private static func microphone(_ preferences: Preferences) -> [Finding] {
    do throws(AudioError) {
      let sources = try Microphone().sources(timeout: .seconds(3))
      let usable = sources.filter { !$0.isMonitor }
      let chosen = preferences.microphone.source.flatMap { name in sources.first { $0.name == name } }
      guard !usable.isEmpty || chosen != nil else {
        return [
          Finding(
            check: "microphone", verdict: .missing,
            detail: "the sound server has no microphone: plug one in, or choose a source in the preferences")
        ]
      }
      if let used = chosen ?? usable.first(where: \.isDefault), used.isMuted {
        return [
          Finding(
            check: "microphone", verdict: .missing,
            detail: "the microphone is muted: pactl set-source-mute \(used.name) 0")
        ]
      }
      if let name = preferences.microphone.source, chosen == nil {
        return [
          Finding(
            check: "microphone", verdict: .note,
            detail: "the source '\(name)' of the preferences is not there, so the default one is used; "
              + "'pactl list short sources' shows the names")
        ]
      }
      return [Finding(check: "microphone", verdict: .ok, detail: "\(usable.count) found")]
    } catch {
      return [Finding(check: "microphone", verdict: .missing, detail: error.message)]
    }
  }

  private static func model(_ preferences: Preferences, _ directories: Directories) -> Finding {
    do throws(ModelError) {
      let folder = try ModelLocator.locate(id: preferences.speech.model, dataFolder: directories.models)
      let package = try ModelPackage.admit(folder)
      return Finding(
        check: "speech model", verdict: .ok, detail: "\(package.identity), every file verified by its SHA-256"
      )
    } catch {
      return Finding(check: "speech model", verdict: .missing, detail: forInstalled(error.message))
    }
  }

  /// An installed program knows no makefile.
  private static func forInstalled(_ message: String) -> String {
    guard ProgramFiles.checkout == nil else { return message }
    return message.replacing(
      "run 'make models'",
      with: "run 'make models' in the source folder of hwctl, or copy the model's folder from another machine"
    )
  }

  private static func worker(_ preferences: Preferences) -> Finding {
    let path = ProgramFiles.speechWorker(preferred: preferences.speech.worker)
    let executable = access(path, X_OK) == 0
    return Finding(
      check: "speech worker", verdict: executable ? .ok : .missing,
      detail: executable
        ? path : "\(path) is missing or cannot be executed: install hwctl again ('make install')")
  }

  private static func profiles(_ directories: Directories, _ models: KnownModels) -> Finding {
    do throws(ProfileError) {
      let path = directories.profiles
      guard Files.exists(path) else {
        return Finding(
          check: "profiles", verdict: .ok, detail: "none of your own yet: the standard profile is used")
      }
      let issues = try ProfileStore.validate(path: path, models: models.bindableModels)
      return Finding(
        check: "profiles", verdict: issues.isEmpty ? .ok : .invalid,
        detail: issues.isEmpty ? path : issues.map(\.description).joined(separator: "; "))
    } catch {
      return Finding(check: "profiles", verdict: .invalid, detail: error.message)
    }
  }

  /// Only looks: a doctor that repaired or migrated would change what it is asked about.
  private static func history(_ directories: Directories) -> Finding {
    do throws(HistoryError) {
      let history = HistoryReader(folder: directories.voice)
      _ = try history.sessions(limit: 1)
      try history.checkWritable()
      return Finding(check: "voice history", verdict: .ok, detail: directories.voice)
    } catch {
      return Finding(check: "voice history", verdict: .missing, detail: error.message)
    }
  }
}
