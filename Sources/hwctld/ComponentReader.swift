import Audio
import ControlProtocol
import Delivery
import HIDTransport
import Profiles
import Runtime
import Speech
import VoiceHistory

/// What is ready and what is not, in one line each.
struct ComponentReader: Sendable {
  let parts: Parts
  /// Nil in a replay.
  let thread: InputThread?
  let keyboard: Result<VirtualKeyboard, DeliveryError>
  let route: DeliveryRoute
  /// Nil where text goes to a sink.
  let finder: TargetFinder?
  let profiles: LoadedProfiles
  let preferences: PreferencesInUse
  let refiner: RefinerInUse
  let recovered: RecoveredWords?
  /// Nil in a replay.
  let surroundings: Surroundings?

  func read() -> [ComponentStatus] {
    [
      inputStatus, keyboardStatus, microphoneStatus, speechStatus, deliveryStatus, refinerStatus,
      historyStatus,
      profileStatus, preferences.status,
    ] + (surroundings?.components ?? [])
  }

  private var inputStatus: ComponentStatus {
    guard let thread else {
      return ComponentStatus(.input, ready: true, detail: "a recording is played instead of real Devices")
    }
    guard thread.isRunning else {
      return ComponentStatus(
        .input, ready: false,
        detail: "the input thread does not run: no Device is heard. Try 'systemctl --user restart hwctld'")
    }
    return ComponentStatus(.input, ready: true, detail: "Devices are watched")
  }

  private var keyboardStatus: ComponentStatus {
    switch keyboard {
    case .success(let keyboard):
      let readiness = keyboard.readiness
      return ComponentStatus(
        .keyboard, ready: readiness == .ready, detail: "virtual keyboard \(readiness.rawValue)")
    case .failure(let error):
      guard !route.isSink else {
        return ComponentStatus(.keyboard, ready: true, detail: "not needed: text goes to \(route.name)")
      }
      return ComponentStatus(.keyboard, ready: false, detail: error.message)
    }
  }

  private var microphoneStatus: ComponentStatus {
    switch parts.microphone.state {
    case .connected: ComponentStatus(.microphone, ready: true, detail: "sound server connected")
    case .connecting: ComponentStatus(.microphone, ready: false, detail: "connecting to the sound server")
    case .disconnected:
      ComponentStatus(
        .microphone, ready: false,
        detail:
          "no sound server answers; it is tried again at each press. Start it: systemctl --user start pipewire-pulse"
      )
    }
  }

  private var speechStatus: ComponentStatus {
    if let problem = parts.modelProblem { return ComponentStatus(.speech, ready: false, detail: problem) }
    let model = parts.preferences.speech.model
    switch parts.speech.standard.state {
    case .notRunning:
      return ComponentStatus(.speech, ready: true, detail: "\(model) asleep; wakes with the next press")
    case .loading: return ComponentStatus(.speech, ready: true, detail: "\(model) loading")
    case .ready(let model): return ComponentStatus(.speech, ready: true, detail: "\(model) loaded")
    case .failed(let error): return ComponentStatus(.speech, ready: false, detail: error.message)
    }
  }

  /// Keys are one way of several: dictation can do without them where accessibility or the window system takes text.
  private var deliveryStatus: ComponentStatus {
    guard let finder else {
      return ComponentStatus(.delivery, ready: true, detail: "text goes to \(route.name)")
    }
    let ways = [finder.isListening ? "accessibility" : nil, finder.windowSystem].compactMap(\.self)
    let detail =
      ways.isEmpty
      ? "what has the focus cannot be seen; text goes there unverified" : ways.joined(separator: ", ")
    if ways.isEmpty, case .failure(let error) = keyboard {
      return ComponentStatus(.delivery, ready: false, detail: error.message)
    }
    return ComponentStatus(.delivery, ready: true, detail: detail)
  }

  private var refinerStatus: ComponentStatus {
    guard let model = refiner.model else {
      return ComponentStatus(
        .refiner, ready: true,
        detail: "none chosen: Local AI Dictation writes what was said ('hwctl refiner status')")
    }
    return ComponentStatus(.refiner, ready: true, detail: "\(model); 'hwctl refiner status' asks it")
  }

  private var historyStatus: ComponentStatus {
    guard let opened = preferences.store else {
      return ComponentStatus(.history, ready: true, detail: "keeps nothing, by preference")
    }
    switch opened.newest {
    case .success(let store):
      if let failure = store.lastFailure {
        return ComponentStatus(
          .history, ready: false, detail: "the last session was not stored: \(failure.message)")
      }
      return ComponentStatus(
        .history, ready: true,
        detail: (store.openingReport.message ?? "keeps audio and text") + waitingRecordings)
    case .failure(let error): return ComponentStatus(.history, ready: false, detail: error.message)
    case nil:
      return ComponentStatus(
        .history, ready: true, detail: "is being opened; what is said meanwhile is stored afterwards")
    }
  }

  private var waitingRecordings: String {
    switch recovered?.waiting ?? 0 {
    case 0: ""
    case 1: "; a recovered recording waits to be recognised"
    case RecoveredWords.mostCounted...:
      "; \(RecoveredWords.mostCounted) or more recovered recordings wait to be recognised"
    case let count: "; \(count) recovered recordings wait to be recognised"
    }
  }

  private var profileStatus: ComponentStatus {
    let message = profiles.origin.message
    return ComponentStatus(.profiles, ready: message == nil, detail: message ?? "valid")
  }
}
