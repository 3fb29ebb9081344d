internal import BindingEngine
internal import ControlProtocol
internal import Dictation
internal import Domain
internal import HIDTransport
internal import Scenario

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
    let bindings = event.bindings.map(Self.words)
    binding = bindings.isEmpty ? nil : bindings.joined(separator: "; ")
  }

  /// "hold localDictation", "left+center: toggle media playPause".
  private static func words(_ binding: Binding) -> String {
    let controls = binding.controls.map(\.rawValue).joined(separator: "+")
    var parts = [binding.controls.count > 1 ? "\(controls):" : nil, binding.direction?.rawValue]
    parts += [binding.mode.word, binding.action.words]
    parts.append(binding.doublePress.map { "(double press: \($0.words))" })
    parts.append(binding.longHold.map { "(long hold: \($0.words))" })
    return parts.compactMap(\.self).joined(separator: " ")
  }

  init(_ event: ObservedAction) {
    switch event.change {
    case .began(let cause):
      self.init(kind: .began, nanoseconds: event.instant.nanoseconds)
      self.cause = cause
    case .refused: self.init(kind: .refused, nanoseconds: event.instant.nanoseconds)
    case .ended(let reason):
      self.init(kind: .ended, nanoseconds: event.instant.nanoseconds)
      self.reason = reason.rawValue
    case .endedByItself:
      self.init(kind: .ended, nanoseconds: event.instant.nanoseconds)
      reason = "by itself"
    case .cancelled(let reason):
      self.init(kind: .cancelled, nanoseconds: event.instant.nanoseconds)
      self.reason = reason.rawValue
    }
    action = event.action.words
  }

  init(_ event: ObservedChord) {
    self.init(kind: event.isDown ? .chordPressed : .chordReleased, nanoseconds: event.instant.nanoseconds)
    chord = event.chord.description
    source = event.source == .desktop ? "desktop" : "keyboard-\(event.source.rawValue)"
  }

  /// Nil for raw input that no text is made of.
  init?(_ record: RawRecord, of device: DeviceDescriptor) {
    guard let input = ScenarioInput(record, device: device.model.rawValue) else { return nil }
    self.init(kind: .raw, nanoseconds: record.instant.nanoseconds)
    self.device = device.id.rawValue
    text = ScenarioText.words(input)
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
    case .provisional(let heard):
      step = .provisional
      text = heard
    case .refining: step = .refining
    case .refined(let failure):
      step = .refined
      text = failure.map { "not used: \($0.message)" }
    case .delivering: step = .delivering
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
    case .begun, .microphoneOpened, .firstFrame, .released, .audioSaved, .provisional, .recognised, .refining,
      .refined, .delivering, .delivered, .stored:
      false
    }
  }
}
