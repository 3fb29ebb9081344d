import ControlProtocol
import Domain
import Profiles
import Terminal

/// The Controls that a person names, and the model that has them.
struct BindingTarget {
  var model: ModelID
  var controls: [ControlID]

  /// The model is the one named; else the only one with such Controls: in the profile, among what is connected, of all.
  static func find(
    _ text: String, _ options: BindOptions, _ envelope: ProfileEnvelope, _ profile: String
  ) -> BindingTarget {
    let controls = text.split(separator: "+").map { ControlID(rawValue: String($0)) }
    let models = ProfilesCommand.models
    if let model = options.model {
      guard models.controls[model] != nil else {
        let known = models.ids.map(\.rawValue).joined(separator: ", ")
        Terminal.fail(.usage, "'\(model)' is not a known model. Known: \(known).")
      }
      return BindingTarget(model: model, controls: controls)
    }
    let having = models.ids.filter { id in controls.allSatisfy { models.control($0, of: id) != nil } }
    guard !having.isEmpty, !controls.isEmpty else {
      Terminal.fail(
        .failed,
        "no known device has the control '\(text)'. 'hwctl monitor' shows the names as you press them.")
    }
    let inProfile = envelope.profiles.first { $0.id == profile }?.devices.map(\.model) ?? []
    for candidates in [inProfile, connected(), having] as [[ModelID]] {
      let found = Set(candidates).intersection(having)
      if found.count == 1, let model = found.first { return BindingTarget(model: model, controls: controls) }
      if found.count > 1 { ambiguous(text, found.sorted()) }
    }
    ambiguous(text, having)
  }

  /// The model whose Binding of these Controls is meant: the one named, else the only one in the profile.
  static func bound(_ text: String, _ options: BindOptions, _ envelope: ProfileEnvelope, _ profile: String)
    -> BindingTarget
  {
    let controls = text.split(separator: "+").map { ControlID(rawValue: String($0)) }
    let devices = envelope.profiles.first { $0.id == profile }?.devices ?? []
    let models = Set(
      devices.filter { device in device.bindings.contains { $0.controls == controls.sorted() } }.map(\.model))
    if models.count > 1, options.model == nil { ambiguous(text, models.sorted()) }
    return BindingTarget(model: options.model ?? models.first ?? ModelID(rawValue: ""), controls: controls)
  }

  private static func ambiguous(_ text: String, _ models: [ModelID]) -> Never {
    let names = models.map(\.rawValue).joined(separator: ", ")
    Terminal.fail(
      .failed, "several devices have the control '\(text)': name one with --device. These do: \(names).")
  }

  private static func connected() -> [ModelID] {
    guard var client = ControlClient.connectIfRunning() else { return [] }
    return client.answer(to: ControlRequest(.status)).status?.devices.map { ModelID(rawValue: $0.model) }
      ?? []
  }
}

/// Asks the person to press the Control.
enum ControlLearner {
  private static let limitSeconds = 30

  static func learn() -> BindingTarget {
    var client = ControlClient.connect()
    guard ControlClient.runningStatus()?.devices.contains(where: { $0.state == .ready }) == true else {
      Terminal.fail(
        .failed, "no Device is ready, so nothing can be pressed. 'hwctl devices' shows what is connected.")
    }
    client.send(ControlRequest(.monitor))
    Terminal.complain("press the control now ...")
    let end = ContinuousClock.now + .seconds(limitSeconds)
    while true {
      let left = ContinuousClock.now.duration(to: end).wholeMilliseconds
      guard left > 0, client.isReadable(withinMilliseconds: Int32(left)) else {
        Terminal.fail(
          .failed,
          "no control was pressed for \(limitSeconds) s. 'hwctl devices' shows what is connected and ready.")
      }
      guard let reply = client.receive() else { Terminal.fail(.noDaemon, "hwctld ended.") }
      guard let event = reply.event, event.kind == .pressed, let control = event.control,
        let device = event.device
      else { continue }
      return BindingTarget(model: model(of: device), controls: [ControlID(rawValue: control)])
    }
  }

  private static func model(of device: String) -> ModelID {
    var client = ControlClient.connect()
    let devices = client.ask(ControlRequest(.status)).status?.devices ?? []
    guard let found = devices.first(where: { $0.id == device }) else {
      Terminal.fail(.failed, "the device \(device) went away. Try again.")
    }
    return ModelID(rawValue: found.model)
  }
}
