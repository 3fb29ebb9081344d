import CommandSyntax
import ControlProtocol
import Domain
import Profiles
import Terminal

/// `hwctl profiles bind` and `unbind`
enum ProfileBindCommand {
  static func bind(_ invocation: Invocation) {
    let options = BindOptions(invocation)
    let envelope = ProfilesCommand.load()
    let profile = options.existingProfile(in: envelope)
    var words = invocation.arguments.flatMap { $0.split(separator: " ").map(String.init) }
    let isActionAlone = words.first.flatMap(ActionKind.init(rawValue:)) != nil
    if isActionAlone, let chord = options.chord {
      return bindChord(chord, options.action(words), options, profile, invocation)
    }
    let action = options.action(isActionAlone ? words : Array(words.dropFirst()))
    let found: BindingTarget
    if isActionAlone {
      found = ControlLearner.learn()
    } else {
      found = BindingTarget.find(words.removeFirst(), options, envelope, profile)
    }
    var binding = Binding(
      controls: found.controls, direction: options.turn, mode: options.mode ?? .momentary, action: action,
      doublePress: options.doublePress, longHold: options.longHold, chord: options.chord)
    binding.controls.sort()
    let place = BindingPlace(model: found.model, unit: options.unit)
    _ = ProfilesCommand.change { envelope throws(ProfileChangeError) in
      try envelope.binding(binding, at: place, in: profile)
    }
    let control = "\(found.model) \(ProfileText.controls(binding.controls))"
    DaemonNotice.send(
      "\(control) is bound to \(action.words) in '\(profile)'.", profile: profile, json: options.json)
    warn(of: [binding.action, binding.doublePress, binding.longHold].compactMap(\.self))
  }

  private static func bindChord(
    _ chord: KeyChord, _ action: Action, _ options: BindOptions, _ profile: String, _ invocation: Invocation
  ) {
    for name in ["double-press", "long-hold", "turn", "device", "unit"] where invocation.values[name] != nil {
      Terminal.fail(.usage, "--\(name) is for controls, and '--chord \(chord)' alone is none.")
    }
    let binding = ChordBinding(chord: chord, mode: options.mode ?? .momentary, action: action)
    _ = ProfilesCommand.change { envelope throws(ProfileChangeError) in
      try envelope.binding(binding, in: profile)
    }
    DaemonNotice.send(
      "\(chord) is bound to \(action.words) in '\(profile)'.", profile: profile, json: options.json)
    warn(of: [action])
  }

  /// A shortcut that the keyboard layout does not have, a player that is not there: it is bound, and cannot begin now.
  private static func warn(of actions: [Action]) {
    guard let status = ControlClient.runningStatus() else { return }
    for action in actions {
      guard let problem = status.actions.first(where: { $0.action == action.words })?.problem else {
        continue
      }
      Terminal.complain("\(action.words) cannot begin now: \(problem)")
    }
  }

  static func unbind(_ invocation: Invocation) {
    let options = BindOptions(invocation)
    let envelope = ProfilesCommand.load()
    let profile = options.existingProfile(in: envelope)
    guard let name = invocation.arguments.first else {
      guard let chord = options.chord else {
        Terminal.fail(.usage, "CONTROL or --chord is missing. See 'hwctl profiles unbind --help'.")
      }
      _ = ProfilesCommand.change { envelope throws(ProfileChangeError) in
        try envelope.unbinding(chord, in: profile)
      }
      return DaemonNotice.send("\(chord) is unbound in '\(profile)'.", profile: profile, json: options.json)
    }
    if options.chord != nil {
      Terminal.fail(
        .usage, "--chord is for a chord alone: leave CONTROL out, or bind the control again without it.")
    }
    let found = BindingTarget.bound(name, options, envelope, profile)
    _ = ProfilesCommand.change { envelope throws(ProfileChangeError) in
      try envelope.unbinding(
        found.controls, direction: options.turn, at: BindingPlace(model: found.model, unit: options.unit),
        in: profile)
    }
    DaemonNotice.send(
      "\(found.model) \(name) is unbound in '\(profile)'.", profile: profile, json: options.json)
  }
}

/// The options of both, read or refused.
struct BindOptions {
  var profile: String?
  var model: ModelID?
  var unit: DeviceID?
  var chord: KeyChord?
  var turn: Binding.Direction?
  var mode: InteractionMode?
  var doublePress: Action?
  var longHold: Action?
  var json: Bool

  init(_ invocation: Invocation) {
    let values = invocation.values
    profile = values["profile"]
    model = values["device"].map(ModelID.init(rawValue:))
    unit = values["unit"].map(Self.unit)
    turn = values["turn"].flatMap(Binding.Direction.init(rawValue:))
    mode = values["mode"].flatMap(InteractionMode.init(word:))
    json = invocation.flags.contains("json")
    if let text = values["chord"] {
      chord = KeyChord(text)
      if chord == nil {
        Terminal.fail(
          .usage, "'\(text)' is no chord: write modifiers and one key, as in ctrl+alt+d (--chord).")
      }
    }
    doublePress = values["double-press"].map { action($0.split(separator: " ").map(String.init)) }
    longHold = values["long-hold"].map { action($0.split(separator: " ").map(String.init)) }
  }

  private static func unit(_ text: String) -> DeviceID {
    let unit = DeviceID(rawValue: text)
    guard unit.product != nil else {
      Terminal.fail(
        .usage, "'\(text)' is no unit: give its id, as 'hwctl devices' shows it (--unit).")
    }
    return unit
  }

  /// The profile that is meant, or the end of the program when there is none.
  func existingProfile(in envelope: ProfileEnvelope) -> String {
    let id = profile ?? envelope.activeProfile
    do throws(ProfileChangeError) { _ = try envelope.index(of: id) } catch {
      Terminal.fail(.failed, error.message + ".")
    }
    return id
  }

  func action(_ words: [String]) -> Action {
    do throws(ActionWordsError) { return try Action(words: words) } catch {
      Terminal.fail(.usage, error.message + ". See 'hwctl profiles bind --help'.")
    }
  }
}
