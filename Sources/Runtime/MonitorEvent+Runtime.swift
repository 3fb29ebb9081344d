internal import ControlProtocol
internal import Dictation
internal import Domain

extension MonitorEvent {
  init(_ event: ObservedControl) {
    let kind: Kind =
      switch event.change {
      case .pressed: .pressed
      case .released: .released
      case .value, .turned: .value
      }
    self.init(kind: kind, nanoseconds: event.instant.nanoseconds)
    switch event.change {
    case .value(let value), .turned(let value): self.value = value
    case .pressed, .released: break
    }
    device = event.device.rawValue
    control = event.control.rawValue
    latencyMicroseconds = event.instant.duration(to: event.decided).wholeNanoseconds / 1000
    binding = event.binding.map { "\($0.mode.word) \($0.action.words)" }
  }

  init(_ report: SessionReport) {
    self.init(kind: .session, nanoseconds: report.instant.nanoseconds)
    session = report.session.rawValue
    sincePressMilliseconds = Double(report.sincePress.wholeNanoseconds / 1000) / 1000
    switch report.step {
    case .begun: step = .begun
    case .microphoneOpened: step = .microphoneOpened
    case .firstFrame: step = .firstFrame
    case .released: step = .released
    case .failed(let failure):
      step = .failed
      text = failure.message
    case .audioSaved(let failure):
      step = .audioSaved
      text = failure?.message
    case .recognised(let raw):
      step = .recognised
      text = raw
    case .delivered(let delivered, let route, let failure):
      step = .delivered
      text = failure?.message ?? "\(delivered)  (\(route))"
    case .stored:
      step = .stored
      text = report.session.rawValue
    case .ended(let ending, let failure):
      step = .ended
      text = failure.map { "\(ending.rawValue): \($0.message)" } ?? ending.rawValue
    }
  }
}

extension SessionReport {
  /// The session stopped listening although nobody let go: the engine has to hear of it.
  var endedByItself: Bool {
    switch step {
    case .failed, .ended: true
    case .begun, .microphoneOpened, .firstFrame, .released, .audioSaved, .recognised, .delivered, .stored:
      false
    }
  }
}
