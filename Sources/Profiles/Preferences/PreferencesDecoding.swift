internal import Domain

/// Preferences out of a tree; what is absent or null keeps its default, what is wrong is named.
struct PreferencesDecoding {
  private let root: JSONValue
  private var preferences = Preferences()

  /// - Parameter value: a tree of the present version.
  /// - Returns: the preferences only without issues.
  static func decode(_ value: JSONValue) -> (value: Preferences?, issues: [ProfileIssue]) {
    var issues = PreferencesShapes.root.issues(in: value)
    if value["delivery"]?["route"] == .string("file"), value["delivery"]?["file"]?.text == nil {
      let path = "delivery.file"
      if !issues.contains(where: { $0.path == path }) {
        issues.append(
          ProfileIssue(path: path, problem: "missing: the route \"file\" needs the path of a file"))
      }
    }
    if let text = value["panic"]?["chord"]?.text, let chord = KeyChord(text), chord.isTyping {
      issues.append(
        ProfileIssue(
          path: "panic.chord", problem: "\"\(text)\" is held in ordinary typing: add ctrl, alt or super"))
    }
    guard issues.isEmpty else { return (nil, issues) }
    var decoding = PreferencesDecoding(root: value)
    decoding.read()
    return (decoding.preferences, [])
  }

  private init(root: JSONValue) { self.root = root }

  private mutating func read() {
    set(\.keyboard.layout, "keyboard", "layout") { $0.text }
    set(\.keyboard.variant, "keyboard", "variant") { $0.text }
    set(\.keyboard.options, "keyboard", "options") { $0.text }
    set(\.keyboard.source, "keyboard", "source") { $0.text.flatMap(Preferences.Keyboard.Source.init) }
    preferences.keyboards = root["keyboards"]?.elements.compactMap(Self.keyboard) ?? []
    set(\.microphone.source, "microphone", "source") { $0.text }
    set(\.speech.model, "speech", "model") { $0.text }
    set(\.speech.decodeLimitSeconds, "speech", "decodeLimitSeconds") { $0.integer }
    set(\.speech.idleExitSeconds, "speech", "idleExitSeconds") { $0.integer }
    set(\.speech.worker, "speech", "worker") { $0.text }
    set(\.speech.cutsAtPauses, "speech", "cutsAtPauses") { $0.boolean }
    set(\.speech.detectsSpeech, "speech", "detectsSpeech") { $0.boolean }
    set(\.delivery.route, "delivery", "route") { $0.text.flatMap(Preferences.Delivery.Route.init) }
    set(\.delivery.file, "delivery", "file") { $0.text }
    set(\.delivery.keyDelayMilliseconds, "delivery", "keyDelayMilliseconds") { $0.integer }
    set(\.delivery.modifierWaitSeconds, "delivery", "modifierWaitSeconds") { $0.integer }
    set(\.delivery.unverified, "delivery", "unverified") {
      $0.text.flatMap(Preferences.Delivery.Unverified.init)
    }
    readWriting()
    set(\.history.keep, "history", "keep") { $0.boolean }
    set(\.history.audioDays, "history", "audioDays") { $0.integer }
    set(\.history.audioRecordings, "history", "audioRecordings") { $0.integer }
    set(\.history.audioGigabytes, "history", "audioGigabytes") { $0.integer }
    set(\.timing.holdMilliseconds, "timing", "holdMilliseconds") { $0.integer }
    set(\.timing.doublePressMilliseconds, "timing", "doublePressMilliseconds") { $0.integer }
    set(\.timing.chordMilliseconds, "timing", "chordMilliseconds") { $0.integer }
    set(\.timing.longHoldMilliseconds, "timing", "longHoldMilliseconds") { $0.integer }
    set(\.timing.latchEnds, "timing", "latchEnds") { $0.text.flatMap(Preferences.Timing.LatchEnd.init) }
    set(\.panic.isOn, "panic", "on") { $0.boolean }
    set(\.panic.seconds, "panic", "seconds") { $0.integer }
    set(\.panic.chord, "panic", "chord") { $0.text.flatMap(KeyChord.init) }
    set(\.media.player, "media", "player") { $0.text }
    set(\.media.pauseWhileDictating, "media", "pauseWhileDictating") { $0.boolean }
    set(\.cues.start, "cues", "start") { $0.boolean }
    set(\.cues.stop, "cues", "stop") { $0.boolean }
    set(\.notifications.kept, "notifications", "kept") { $0.boolean }
  }

  private mutating func readWriting() {
    set(\.writing.style, "writing", "style") { $0.text.flatMap(WritingStyle.init) }
    set(\.writing.spokenPunctuation, "writing", "spokenPunctuation") { $0.boolean }
    set(\.writing.removeFillers, "writing", "removeFillers") { $0.boolean }
    set(\.writing.convertNumbers, "writing", "convertNumbers") { $0.boolean }
    set(\.writing.language, "writing", "language") { $0.text }
    set(\.dictionary.replacements, "dictionary", "replacements") { $0.elements.compactMap(Self.replacement) }
    set(\.dictionary.words, "dictionary", "words") { $0.elements.compactMap(\.text) }
    set(\.refiner.model, "refiner", "model") { $0.text }
    set(\.refiner.deadlineMilliseconds, "refiner", "deadlineMilliseconds") { $0.integer }
    set(\.refiner.seesNearbyText, "refiner", "seesNearbyText") { $0.boolean }
  }

  private static func replacement(_ value: JSONValue) -> Preferences.Dictionary.Replacement? {
    guard let spoken = value["spoken"]?.text, let written = value["written"]?.text else { return nil }
    return Preferences.Dictionary.Replacement(spoken: spoken, written: written)
  }

  private static func keyboard(_ value: JSONValue) -> KeyboardSelection? {
    let match: KeyboardSelection.Match? =
      if let name = value["name"]?.text {
        .name(name)
      } else if let path = value["path"]?.text {
        .path(path)
      } else {
        value["product"]?.text.flatMap(ProductID.init).map(KeyboardSelection.Match.product)
      }
    let mode = value["mode"]?.text.flatMap(KeyboardSelection.Mode.init) ?? .observe
    return match.map { KeyboardSelection(match: $0, mode: mode) }
  }

  private mutating func set<Value>(
    _ key: WritableKeyPath<Preferences, Value>, _ part: String, _ name: String,
    _ read: (JSONValue) -> Value?
  ) {
    if let found = root[part]?[name], let value = read(found) { preferences[keyPath: key] = value }
  }
}

extension TextRule {
  static let product = TextRule(length: 9...9, pattern: "^[0-9a-f]{4}:[0-9a-f]{4}$") { text in
    ProductID(text)?.description == text
      ? nil : .init(text: "\"\(text)\" is no vendor and product: write them as lsusb does, \"046d:c31c\"")
  }

  static let model = TextRule(length: 1...4095) { text in
    if text.hasPrefix("/") { return nil }
    // The id becomes a folder name.
    guard text.contains("/") || text.hasPrefix(".") else { return nil }
    return .init(text: "\"\(text)\" is neither a model's id nor an absolute path")
  }

  /// At most PATH_MAX, 4096 bytes with the closing NUL.
  static let absolutePath = TextRule(length: 1...4095, pattern: "^/") { text in
    text.hasPrefix("/") ? nil : .init(text: "\"\(text)\" is not an absolute path")
  }
}
