internal import BindingEngine
internal import Domain

/// What an exploration has to play with.
package struct ExplorationWorld {
  package var name: String
  var devices: [DeviceDescriptor]
  /// The first is active at the start.
  var profiles: [Profile]
  var steps: [Exploration.Step]
  /// Lets go of everything.
  var releases: [Exploration.Step]

  private static let chord = KeyChord(modifiers: [.control], key: "d")
  private static let sources: [ChordSourceID] = [.desktop, ChordSourceID(rawValue: 1)]
  private static let shortcut = Action.keyboardShortcut(KeySequence(KeyChord(modifiers: [], key: "F13")))
  private static let other = Action.media(.playPause)

  /// - Parameters:
  ///   - first: the Bindings of the first Device in the first profile.
  ///   - hasCommands: commands, failures, unplugging and suspensions too: more facts, fewer states a second.
  private init(
    _ name: String, first: [Binding], second: [Binding], replaced: [Binding], hasCommands: Bool
  ) {
    self.name = name
    devices = (1...2).map { number in
      DeviceDescriptor(
        handle: DeviceHandle(rawValue: UInt32(number)), id: DeviceID(rawValue: "device-\(number)"),
        model: ModelID(rawValue: "model-\(number)"), product: ProductID(vendor: 1, product: 1),
        name: "device", controls: ["left", "right"])
    }
    profiles = [("first", first), ("second", replaced)].map { id, bindings in
      Profile(
        id: id, name: id,
        devices: [
          DeviceConfiguration(model: "model-1", bindings: bindings),
          DeviceConfiguration(model: "model-2", bindings: second),
        ])
    }
    let controls = devices.flatMap { device in (ControlIndex(0)...1).map { (device.handle, $0) } }
    releases =
      controls.map { .control($0.0, $0.1, .released) }
      + Self.sources.map { .fact(.chord(Self.chord, isDown: false, source: $0)) }
    steps =
      controls.map { .control($0.0, $0.1, .pressed) } + releases
      + Self.sources.map { .fact(.chord(Self.chord, isDown: true, source: $0)) } + [.wait]
    guard hasCommands else { return }
    steps += [
      .fact(.commanded(.begin, .localDictation)), .fact(.commanded(.toggle, .localDictation)),
      .fact(.commanded(.cancel, .localDictation)), .fact(.actionEnded(.localDictation)),
      .fact(.chordSourceLost(Self.sources[1])), .fact(.deviceRemoved(devices[0].handle)),
      .fact(.attached(devices[0])), .fact(.profileReplaced(profiles[1])),
      .fact(.profileReplaced(profiles[0])), .fact(.suspended),
    ]
  }

  private static func binding(
    _ controls: [ControlID], _ mode: InteractionMode, _ action: Action, doublePress: Action? = nil,
    longHold: Action? = nil, chord: KeyChord? = nil
  ) -> Binding {
    Binding(
      controls: controls, mode: mode, action: action, doublePress: doublePress, longHold: longHold,
      chord: chord)
  }

  /// One Action by every mode at once.
  package static let sharedAction = ExplorationWorld(
    "one Action, all modes",
    first: [
      binding(["left"], .momentary, .localDictation),
      binding(["right"], .holdOrLatch, .localDictation, chord: chord),
    ],
    second: [
      binding(["left"], .toggle, .localDictation),
      binding(["right"], .momentary, .localDictation, doublePress: other, longHold: shortcut),
    ],
    replaced: [
      binding(["left"], .holdOrLatch, .localDictation, chord: chord),
      binding(["right"], .toggle, .localDictation),
    ], hasCommands: true)

  /// Controls that mean something together and alone, and take their time.
  package static let controlChords = ExplorationWorld(
    "control chords and meanings",
    first: [
      binding(["left"], .momentary, shortcut, doublePress: other),
      binding(["right"], .holdOrLatch, .localDictation),
      binding(["left", "right"], .toggle, other, chord: chord),
    ],
    second: [binding(["left"], .holdOrLatch, .localDictation), binding(["right"], .toggle, shortcut)],
    replaced: [
      binding(["left"], .momentary, shortcut, doublePress: other),
      binding(["left", "right"], .holdOrLatch, .localDictation, chord: chord),
    ], hasCommands: true)

  package static let all = [sharedAction, controlChords]
}
