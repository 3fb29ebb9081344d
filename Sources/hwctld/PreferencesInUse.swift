import ControlProtocol
import Dictation
import Profiles
import Runtime
import Synchronization
import SystemCalls
import VoiceHistory

/// The preferences that the daemon goes by, and what became of the last edit of their file.
///
/// The microphone and whether history is kept count from the next dictation on; keyboards, the panic chord and the player
/// at once. The rest is built into parts that live as long as the daemon (the keymap of the virtual keyboard, the writer,
/// the speech worker), so it waits for a restart, and the status says so.
final class PreferencesInUse: Sendable {
  private struct State {
    /// As the parts were made.
    let started: Preferences
    var message: String?
    var isValid = true
    /// There has been a file.
    var wasThere: Bool
    /// Parts of the file that a restart would bring into use.
    var waiting: [String] = []
    var keepsHistory: Bool
    /// Nil: nothing is kept, and nothing was opened.
    var store: LateHistory?
  }

  private let directories: Directories
  private let state: Mutex<State>

  init(_ parts: Parts, _ history: LateHistory?) {
    directories = parts.directories
    state = Mutex(
      State(
        started: parts.preferences,
        wasThere: Files.exists(parts.directories.preferences),
        keepsHistory: parts.preferences.history.keep,
        store: history))
  }

  /// Nil where nothing is kept by preference.
  var store: LateHistory? {
    state.withLock { $0.keepsHistory ? $0.store : nil }
  }

  var status: ComponentStatus {
    state.withLock { state in
      if let message = state.message {
        return ComponentStatus(.preferences, ready: state.isValid, detail: message)
      }
      guard state.waiting.isEmpty else {
        return ComponentStatus(
          .preferences, ready: true,
          detail: "changed; \(state.waiting.joined(separator: ", ")) will count after "
            + "'systemctl --user restart hwctld'")
      }
      return ComponentStatus(.preferences, ready: true, detail: "valid")
    }
  }

  /// Reads the file again; goes by what it says if it is valid, and keeps what is in use if not.
  func adopt(
    for dictation: DictationCoordinator, _ surroundings: Surroundings?,
    opening: (LateHistory) -> Void, _ others: (Preferences) -> Void
  ) {
    guard Files.exists(directories.preferences) else {
      // A folder that is made where none was changes nothing.
      guard state.withLock({ $0.wasThere }) else { return }
      Log.warning("preferences.json was removed; the preferences in use stay")
      return note(
        "\(directories.preferences) was removed; the preferences read before are in use until hwctld ends")
    }
    state.withLock { $0.wasThere = true }
    do throws(ProfileError) {
      let edited = try PreferencesStore(path: directories.preferences).inspect()
      if let history = use(edited, dictation) { opening(history) }
      surroundings?.adopt(edited)
      others(edited)
    } catch {
      Log.warning(
        "edited preferences are not valid; the ones in use stay",
        ["code": .code(error.code), "mistakes": .number(error.issues.count)])
      note("the preferences read before stay in use: \(error.message)")
    }
  }

  private func note(_ problem: String) {
    state.withLock {
      $0.message = problem
      $0.isValid = false
    }
  }

  /// Gives a history that is to be opened now.
  private func use(_ edited: Preferences, _ dictation: DictationCoordinator) -> LateHistory? {
    let history: LateHistory? = state.withLock { state in
      state.message = nil
      state.isValid = true
      state.waiting = edited.partsThatDiffer(from: state.started)
      state.keepsHistory = edited.history.keep
      guard edited.history.keep, state.store == nil else { return nil }
      state.store = LateHistory(folder: directories.voice)
      return state.store
    }
    dictation.adopt(edited.dictationConfiguration, store: store)
    Log.notice("edited preferences are in use")
    return history
  }
}

extension Preferences {
  /// The parts that are built into the daemon at its start and are not the same.
  fileprivate func partsThatDiffer(from other: Preferences) -> [String] {
    var names: [String] = []
    if keyboard != other.keyboard { names.append("keyboard") }
    if speech != other.speech || writing.language != other.writing.language { names.append("speech") }
    if delivery != other.delivery { names.append("delivery") }
    if timing != other.timing { names.append("timing") }
    if panic.isOn != other.panic.isOn || panic.seconds != other.panic.seconds { names.append("panic") }
    return names
  }
}
