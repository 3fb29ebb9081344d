/// Preferences out of a tree; what is absent keeps its default, what is wrong is named.
struct PreferencesDecoding {
  private var collector = IssueCollector()
  private var preferences = Preferences()

  /// - Parameter value: a tree that `VersionedFile` found sound.
  /// - Returns: the preferences only without issues.
  static func decode(_ value: JSONValue) -> (preferences: Preferences?, issues: [ProfileIssue]) {
    var decoding = PreferencesDecoding()
    decoding.root(value)
    return (decoding.collector.issues.isEmpty ? decoding.preferences : nil, decoding.collector.issues)
  }

  private mutating func root(_ value: JSONValue) {
    let names = ["schemaVersion", "keyboard", "microphone", "speech", "delivery", "history"]
    guard let root = collector.object(value, "", names: names) else { return }
    if let part = part(root, "keyboard", ["layout", "variant", "options", "source"]) { keyboard(part) }
    if let part = part(root, "microphone", ["source"]) {
      preferences.microphone.source = optionalText(part, "source", length: 1...255)
    }
    if let part = part(root, "speech", ["model", "decodeLimitSeconds", "idleExitSeconds", "worker"]) {
      speech(part)
    }
    let delivery = ["route", "file", "keyDelayMilliseconds", "modifierWaitSeconds"]
    if let part = part(root, "delivery", delivery) { self.delivery(part) }
    if let part = part(root, "history", ["keep"]), let keep = part.value("keep") {
      preferences.history.keep = collector.boolean(keep, part.path("keep")) ?? true
    }
  }

  private mutating func part(
    _ root: IssueCollector.Object, _ name: String, _ names: [String]
  ) -> IssueCollector.Object? {
    root.value(name).flatMap { collector.object($0, name, names: names) }
  }

  private mutating func keyboard(_ part: IssueCollector.Object) {
    set(\.keyboard.layout, part, "layout", length: 1...64)
    set(\.keyboard.variant, part, "variant", length: 0...64)
    set(\.keyboard.options, part, "options", length: 0...200)
    guard let source = part.value("source") else { return }
    let type = Preferences.Keyboard.Source.self
    if let choice = collector.choice(source, part.path("source"), of: type, called: "source") {
      preferences.keyboard.source = choice
    }
  }

  private mutating func speech(_ part: IssueCollector.Object) {
    set(\.speech.model, part, "model", length: 1...64)
    if preferences.speech.model.contains("/") || preferences.speech.model.hasPrefix(".") {
      // The id becomes a folder name.
      collector.note(part.path("model"), "\"\(preferences.speech.model)\" is no model id")
    }
    set(\.speech.decodeLimitSeconds, part, "decodeLimitSeconds", range: 1...60)
    set(\.speech.idleExitSeconds, part, "idleExitSeconds", range: 10...86_400)
    preferences.speech.worker = absolutePath(part, "worker")
  }

  private mutating func delivery(_ part: IssueCollector.Object) {
    if let route = part.value("route"),
      let choice = collector.choice(
        route, part.path("route"), of: Preferences.Delivery.Route.self, called: "route")
    {
      preferences.delivery.route = choice
    }
    preferences.delivery.file = absolutePath(part, "file")
    if preferences.delivery.route == .file, part.value("file") == nil {
      collector.note(part.path("file"), "missing: the route \"file\" needs the path of a file")
    }
    set(\.delivery.keyDelayMilliseconds, part, "keyDelayMilliseconds", range: 0...200)
    set(\.delivery.modifierWaitSeconds, part, "modifierWaitSeconds", range: 0...30)
  }

  private mutating func set(
    _ key: WritableKeyPath<Preferences, String>, _ part: IssueCollector.Object, _ name: String,
    length: ClosedRange<Int>
  ) {
    if let text = optionalText(part, name, length: length) { preferences[keyPath: key] = text }
  }

  private mutating func set(
    _ key: WritableKeyPath<Preferences, Int>, _ part: IssueCollector.Object, _ name: String,
    range: ClosedRange<Int>
  ) {
    guard let value = part.value(name) else { return }
    if let number = collector.integer(value, part.path(name), range: range) {
      preferences[keyPath: key] = number
    }
  }

  private mutating func optionalText(
    _ part: IssueCollector.Object, _ name: String, length: ClosedRange<Int>
  ) -> String? {
    part.value(name).flatMap { collector.text($0, part.path(name), length: length) }
  }

  /// At most PATH_MAX, 4096 bytes with the closing NUL.
  private mutating func absolutePath(_ part: IssueCollector.Object, _ name: String) -> String? {
    guard let path = optionalText(part, name, length: 1...4095) else { return nil }
    if path.hasPrefix("/") { return path }
    collector.note(part.path(name), "\"\(path)\" is not an absolute path")
    return nil
  }
}
