internal import BindingEngine
internal import Domain
internal import Drivers

/// What stands before the timed lines.
extension ScenarioParser {
  mutating func declaration(_ words: inout ScenarioWords) throws(ScenarioError) {
    switch try words.next("a word") {
    case "taught": try declareTaught(&words)
    case "device": try declareDevice(&words)
    case "axis": try declareAxis(&words)
    case "bind": try declareBinding(&words)
    case "profile": try declareProfile(&words)
    case "chord": try declareChord(&words)
    case "time": try declareTime(&words)
    case "latchEndsWithDoublePress": scenario.times.latchEndsWithDoublePress = true
    case let word:
      throw words.failure(
        "“\(word)” is not known; allowed: taught, device, axis, bind, chord, profile, time, latchEndsWithDoublePress, "
          + "or a time"
      )
    }
  }

  private mutating func declareDevice(_ words: inout ScenarioWords) throws(ScenarioError) {
    let name = try words.name("a device name")
    guard scenario.device(named: name) == nil else { throw words.failure("“\(name)” is there already") }
    let word = String(try words.next("a model"))
    guard let model = scenario.model(ModelID(rawValue: word)) else {
      let models = DeviceCatalogue.models.map(\.id) + scenario.taught.map(\.model)
      let allowed = models.map(\.rawValue).joined(separator: ", ")
      throw words.failure("“\(word)” is not a model; allowed: \(allowed)")
    }
    let isPlugged = words.first != "unplugged"
    if !isPlugged { _ = try words.next("unplugged") }
    scenario.devices.append(ScenarioDevice(name: name, model: model.id, isPlugged: isPlugged))
  }

  /// "taught 0c45:7403 left scan=0x70004 key=30": a Control of the model "learned-0c45-7403".
  private mutating func declareTaught(_ words: inout ScenarioWords) throws(ScenarioError) {
    let product = try words.product()
    let id = ControlID(rawValue: try words.name("a control's name"))
    let key = try words.learnedKey()
    let isTapOnly = words.first == "tapOnly"
    if isTapOnly { _ = try words.next("tapOnly") }
    let control = LearnedControl(
      id: id, name: id.rawValue, scanCode: key.scanCode, keyCode: key.keyCode, isTapOnly: isTapOnly)
    guard let index = scenario.taught.firstIndex(where: { $0.product == product }) else {
      scenario.taught.append(
        LearnedDevice(product: product, name: product.description, controls: [control]))
      return
    }
    guard !scenario.devices.contains(where: { $0.model == scenario.taught[index].model }) else {
      throw words.failure("the controls of \(product) must stand before its device")
    }
    guard !scenario.taught[index].controls.contains(where: { $0.id == id }) else {
      throw words.failure("“\(id)” is there already")
    }
    guard scenario.taught[index].controls.count < ControlAddress.maximumControls else {
      throw words.failure("a device has at most \(ControlAddress.maximumControls) controls")
    }
    scenario.taught[index].controls.append(control)
  }

  /// "axis pad 2 0 1023 0": an EV_ABS axis by its code, its least and its greatest value, and where it rests.
  private mutating func declareAxis(_ words: inout ScenarioWords) throws(ScenarioError) {
    let device = try device(&words)
    let code: UInt16 = try words.wholeNumber("the code of an axis")
    let range = AxisRange(
      minimum: try words.wholeNumber("the least value"), maximum: try words.wholeNumber("the greatest value"),
      resting: try words.wholeNumber("the value at rest"))
    guard let index = scenario.devices.firstIndex(where: { $0.name == device.name }) else { return }
    scenario.devices[index].axes[code] = range
  }

  private mutating func declareProfile(_ words: inout ScenarioWords) throws(ScenarioError) {
    let name = try words.name("a profile name")
    guard !scenario.profiles.contains(where: { $0.id == name }) else {
      throw words.failure("profile “\(name)” is there already")
    }
    scenario.profiles.append(Profile(id: name, name: name, devices: []))
    profileInWork = scenario.profiles.count - 1
  }

  private mutating func declareBinding(_ words: inout ScenarioWords) throws(ScenarioError) {
    let device = try device(&words)
    let binding = try words.binding(of: try controls(of: device, &words))
    let profile = scenario.profiles[profileInWork]
    let bound = profile.devices.first { $0.model == device.model }?.bindings ?? []
    if bound.contains(where: { $0.controls == binding.controls && $0.direction == binding.direction }) {
      let controls = ScenarioText.words(binding.controls)
      throw words.failure("“\(controls)” of \(device.model) is bound already; bindings are per model")
    }
    if let chord = binding.chord { try requireFree(chord, words) }
    if let index = profile.devices.firstIndex(where: { $0.model == device.model }) {
      scenario.profiles[profileInWork].devices[index].bindings.append(binding)
    } else {
      scenario.profiles[profileInWork].devices.append(
        DeviceConfiguration(model: device.model, bindings: [binding]))
    }
  }

  private mutating func declareChord(_ words: inout ScenarioWords) throws(ScenarioError) {
    let chord = try words.chord()
    try requireFree(chord, words)
    let mode = try words.choice(InteractionMode.self, "a mode")
    scenario.profiles[profileInWork].chords.append(
      ChordBinding(chord: chord, mode: mode, action: try words.action()))
  }

  private func requireFree(_ chord: KeyChord, _ words: ScenarioWords) throws(ScenarioError) {
    let profile = scenario.profiles[profileInWork]
    let taken = profile.chords.map(\.chord) + profile.devices.flatMap(\.bindings).compactMap(\.chord)
    if taken.contains(chord) { throw words.failure("“\(chord)” is bound already") }
  }

  private mutating func declareTime(_ words: inout ScenarioWords) throws(ScenarioError) {
    let name = try words.choice(TimeName.self, "a time's name")
    scenario.times[keyPath: name.path] = try words.time()
  }
}
