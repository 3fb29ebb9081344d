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
    }

    let check: String
    let verdict: Verdict
    let detail: String
  }

  static func run(json: Bool) {
    let directories = Directories.standard()
    let (preferences, preferencesFinding) = readPreferences(directories)
    let findings =
      [daemon(directories), preferencesFinding, devices(), keyboard(preferences), keymap(preferences)]
      + microphone(preferences)
      + [
        model(preferences, directories), worker(preferences), profiles(directories),
        history(directories),
      ]
    if json {
      StandardOutput.print(json: findings)
    } else {
      for finding in findings { StandardOutput.print(line(finding)) }
    }
    exit(findings.contains { $0.verdict == .missing } ? 1 : 0)
  }

  private static func line(_ finding: Finding) -> String {
    let mark =
      switch finding.verdict {
      case .ok: "ok      "
      case .note: "note    "
      case .missing: "MISSING "
      }
    return "\(mark) \(finding.check): \(finding.detail)\n"
  }

  private static func daemon(_ directories: Directories) -> Finding {
    let running = (try? UnixSocket.connect(directories.controlSocket)) != nil
    return Finding(
      check: "daemon", verdict: running ? .ok : .note,
      detail: running ? "hwctld is running" : "hwctld is not running: systemctl --user start hwctld")
  }

  /// The standard ones where the file cannot be used, so that everything else is looked at all the same.
  private static func readPreferences(_ directories: Directories) -> (Preferences, Finding) {
    let path = directories.preferences
    do throws(ProfileError) {
      let preferences = try PreferencesStore(path: path).inspect()
      let detail = Files.exists(path) ? path : "none of your own yet: the standard ones are used"
      return (preferences, Finding(check: "preferences", verdict: .ok, detail: detail))
    } catch {
      return (Preferences(), Finding(check: "preferences", verdict: .missing, detail: error.message))
    }
  }

  private static func devices() -> Finding {
    do throws(HIDError) {
      let devices = try DevicesOnce.scan()
      if devices.isEmpty {
        return Finding(
          check: "devices", verdict: .note,
          detail: "no known controller is connected; 'hwctl begin' works without one")
      }
      // The daemon's own grab shows as busy while it runs.
      let denied = devices.filter { $0.state == .permissionDenied || $0.state == .failed }
      let detail = (denied.isEmpty ? devices : denied).map { $0.problem ?? "\($0.model) is readable" }
      return Finding(
        check: "devices", verdict: denied.isEmpty ? .ok : .missing, detail: detail.joined(separator: "; "))
    } catch {
      return Finding(check: "devices", verdict: .missing, detail: error.message)
    }
  }

  private static func keyboard(_ preferences: Preferences) -> Finding {
    do throws(DeliveryError) {
      _ = try VirtualKeyboard()
      return Finding(check: "virtual keyboard", verdict: .ok, detail: "uinput can be used")
    } catch {
      // Without it a sink still works.
      let verdict: Finding.Verdict = preferences.route == .typedKeys ? .missing : .note
      return Finding(check: "virtual keyboard", verdict: verdict, detail: error.message)
    }
  }

  private static func keymap(_ preferences: Preferences) -> Finding {
    do throws(DeliveryError) {
      let keymap = try preferences.keymapSource.read()
      return Finding(
        check: "keyboard layout", verdict: .ok, detail: "\(keymap.typeable.count) characters can be typed")
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
      return Finding(check: "speech model", verdict: .missing, detail: error.message)
    }
  }

  private static func worker(_ preferences: Preferences) -> Finding {
    let path = ProgramFiles.speechWorker(preferred: preferences.speech.worker)
    let executable = access(path, X_OK) == 0
    return Finding(
      check: "speech worker", verdict: executable ? .ok : .missing,
      detail: executable
        ? path : "\(path) is missing or cannot be executed: install hwctl again ('make install')")
  }

  private static func profiles(_ directories: Directories) -> Finding {
    do throws(ProfileError) {
      let path = directories.profiles
      guard Files.exists(path) else {
        return Finding(
          check: "profiles", verdict: .ok, detail: "none of your own yet: the standard profile is used")
      }
      let issues = try ProfileStore.validate(path: path, models: DeviceCatalogue.bindableModels)
      return Finding(
        check: "profiles", verdict: issues.isEmpty ? .ok : .missing,
        detail: issues.isEmpty ? path : issues.map(\.description).joined(separator: "; "))
    } catch {
      return Finding(check: "profiles", verdict: .missing, detail: error.message)
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
