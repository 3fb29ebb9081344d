/// The steps from each earlier version of a settings file to the next.
///
/// A step is a pure function on the tree. It changes what it knows and leaves everything else as it stands, mistakes
/// included: the check of the present version names those. Steps are never edited once a release has written files of
/// their version; a new one is added at the end.
struct Migrations: Sendable {
  /// The step at index n leads from version n + 1 to n + 2.
  var steps: [@Sendable (JSONValue) -> JSONValue]

  /// The version that is written.
  var version: Int { steps.count + 1 }

  /// - Parameter version: 1...`self.version`
  func migrate(_ value: JSONValue, from version: Int) -> JSONValue {
    var value = value
    for step in steps[(version - 1)...] { value = step(value) }
    value[SettingsTree.versionName] = .integer(self.version)
    return value
  }
}

extension Migrations {
  /// Version 2 calls the mode "momentary" what people call it, "hold", and adds what version 1 could not say: control
  /// chords, steps of a wheel, second Actions, keyboard chords, single units, media and profile Actions.
  static let profiles = Migrations(steps: [renamingMomentary])

  /// Version 2 adds timing, panic, media and keyboards; nothing of version 1 moved.
  static let preferences = Migrations(steps: [{ $0 }])

  private static let renamingMomentary: @Sendable (JSONValue) -> JSONValue = { envelope in
    var envelope = envelope
    envelope.mapElements("profiles") { profile in
      profile.mapElements("devices") { device in
        device.mapElements("bindings") { binding in
          if binding["mode"] == .string("momentary") { binding["mode"] = .string("hold") }
        }
      }
    }
    return envelope
  }
}
