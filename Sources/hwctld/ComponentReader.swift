import Audio
import ControlProtocol
import Delivery
import Profiles
import Speech
import VoiceHistory

/// What is ready and what is not, in one line each.
struct ComponentReader: Sendable {
  let parts: Parts
  let keyboard: Result<VirtualKeyboard, DeliveryError>
  let route: DeliveryRoute
  let profiles: LoadedProfiles

  func read() -> [ComponentStatus] {
    [keyboardStatus, microphoneStatus, speechStatus, historyStatus, profileStatus]
  }

  private var keyboardStatus: ComponentStatus {
    switch keyboard {
    case .success(let keyboard):
      let readiness = keyboard.readiness
      return ComponentStatus(
        .keyboard, ready: readiness == .ready, detail: "virtual keyboard \(readiness.rawValue)")
    case .failure(let error):
      guard route == .typedKeys else {
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
    switch parts.speech.state {
    case .notRunning:
      return ComponentStatus(.speech, ready: true, detail: "asleep; wakes with the next press")
    case .loading: return ComponentStatus(.speech, ready: true, detail: "loading the model")
    case .ready(let model): return ComponentStatus(.speech, ready: true, detail: "\(model) loaded")
    case .failed(let error): return ComponentStatus(.speech, ready: false, detail: error.message)
    }
  }

  private var historyStatus: ComponentStatus {
    guard parts.preferences.history.keep else {
      return ComponentStatus(.history, ready: true, detail: "keeps nothing, by preference")
    }
    switch parts.store {
    case .success(let store):
      return ComponentStatus(
        .history, ready: true, detail: store.openingReport.message ?? "keeps audio and text")
    case .failure(let error): return ComponentStatus(.history, ready: false, detail: error.message)
    }
  }

  private var profileStatus: ComponentStatus {
    let message = profiles.origin.message
    return ComponentStatus(.profiles, ready: message == nil, detail: message ?? "valid")
  }
}
