import Audio
import ControlProtocol
import Delivery
import Domain
import Drivers
import Glibc
import MessageBus
import Models
import Profiles
import Speech
import SystemCalls
import Terminal
import VoiceHistory

/// The parts that need no daemon to be looked at: keyboard, microphone, model, worker and files.
extension Doctor {
  static func keyboard(_ preferences: Preferences, _ status: StatusReport?) -> Finding {
    if let keyboard = status?.components.first(where: { $0.name == .keyboard }) {
      return Finding(
        check: "virtual keyboard", verdict: keyboard.ready ? .ok : .missing, detail: keyboard.detail)
    }
    do throws(DeliveryError) {
      _ = try VirtualKeyboard()
      return Finding(check: "virtual keyboard", verdict: .ok, detail: "uinput can be used")
    } catch {
      // Without it a sink still works.
      let verdict: Finding.Verdict = preferences.route.isSink ? .note : .missing
      return Finding(check: "virtual keyboard", verdict: verdict, detail: error.message)
    }
  }

  /// Not needed for dictation, which types where it can see nothing; but then it cannot see password fields either.
  static func accessibility(_ preferences: Preferences) -> [Finding] {
    guard !preferences.route.isSink, let bus = try? MessageBus(.user, name: "user-bus") else { return [] }
    let status = AccessibilityStatus.read(bus)
    bus.close()
    let detail = [status.message, status.remedy].compactMap(\.self).joined(separator: ": ")
    return [Finding(check: "accessibility", verdict: status == .on ? .ok : .note, detail: detail)]
  }

  /// Without one, Local AI Dictation writes what was said.
  static func refiner(_ preferences: Preferences) -> [Finding] {
    guard let model = preferences.refiner.model else { return [] }
    return [Finding(check: "refiner", verdict: .note, detail: "\(model): 'hwctl refiner status' asks it")]
  }

  /// The layout of the desktop, and the kernel's table where that is in front now. With "auto" both are looked at: a layout
  /// that does not exist must not pass because a virtual terminal happens to be in front.
  static func keymap(_ preferences: Preferences) -> [Finding] {
    let keyboard = preferences.keyboard
    let variant = keyboard.variant.isEmpty ? "" : " (\(keyboard.variant))"
    let origin =
      keyboard.layout == nil
      ? "used where the desktop does not tell its own; set keyboard.layout if it is another"
      : "your preferences"
    var findings: [Finding] = []
    if keyboard.source != .console {
      findings.append(
        layout("\(keyboard.layout ?? "us")\(variant), \(origin)") { () throws(DeliveryError) in
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

  static func microphone(_ preferences: Preferences) -> [Finding] {
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

  static func model(_ preferences: Preferences, _ directories: Directories) -> Finding {
    do throws(ModelError) {
      let folder = try ModelLocator.locate(id: preferences.speech.model, dataFolder: directories.models)
      let package = try ModelPackage.admit(folder)
      return Finding(
        check: "speech model", verdict: .ok, detail: "\(package.identity), every file verified by its SHA-256"
      )
    } catch {
      return Finding(check: "speech model", verdict: .missing, detail: error.message)
    }
  }

  static func worker(_ preferences: Preferences) -> Finding {
    let path = ProgramFiles.speechWorker(preferred: preferences.speech.worker)
    let executable = access(path, X_OK) == 0
    return Finding(
      check: "speech worker", verdict: executable ? .ok : .missing,
      detail: executable
        ? path : "\(path) is missing or cannot be executed: install hwctl again ('make install')")
  }

  static func profiles(_ directories: Directories, _ models: KnownModels) -> Finding {
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
  static func history(_ directories: Directories) -> Finding {
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
