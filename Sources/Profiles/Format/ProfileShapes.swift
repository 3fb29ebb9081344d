internal import Domain

/// The structure of profiles.json, version 2.
struct ProfileShapes: Sendable {
  /// More than anyone keeps; bounds what a wrong file can cost.
  static let profileLimit = 500
  /// For one Device of one profile; the largest known model has 24 Controls, each with some Bindings.
  static let bindingLimit = 500
  /// Of all Devices of one profile. The engine numbers three Actions of each with 16 bits.
  static let profileBindingLimit = 5000
  /// Models and single units of one profile.
  static let deviceLimit = 100
  static let chordLimit = 200
  /// What people can press at once, two hands and feet.
  static let togetherLimit = 4
  static let nameLength = 1...200

  let models: BindableModels

  var envelope: Shape {
    .object(
      ObjectShape(fields: [
        .optional(SettingsTree.schemaName, .text(1...4096), "Where editors find the schema of this file."),
        .required(
          SettingsTree.versionName, .integer(1...Migrations.profiles.version), "The version of this form."),
        .required("activeProfile", .text(.identifier), "The id of the profile that is in use."),
        .required("profiles", .list(profile, count: 1...Self.profileLimit), "All profiles, in their order."),
      ]))
  }

  private var profile: Shape {
    .object(
      ObjectShape(fields: [
        .required("id", .text(.identifier), "A short name for the command line, once in the file."),
        .required("name", .text(Self.nameLength), "What people call it."),
        .required("devices", .list(device, count: 0...Self.deviceLimit), "Bindings of controllers."),
        .optional(
          "chords", .list(chordBinding, count: 0...Self.chordLimit), "Keyboard chords without a controller."),
        .optional(
          "writing", Self.writing, "How its dictations are written, where not as the preferences say."),
      ]))
  }

  private static let writing = Shape.object(
    ObjectShape(fields: [
      .optional(
        "style", .choice(WritingStyle.allCases.map(\.rawValue), called: "style"), "As in the preferences."),
      .optional("language", .text(2...35), "BCP 47, \"de\"."),
      .optional("model", .text(.model), "The id of a speech model, or the absolute path of its folder."),
    ]))

  private var device: Shape {
    let match = ObjectShape(fields: [
      .required(
        "model", .choice(models.ids.map(\.rawValue), called: "model"), "The model of the controller."),
      .optional(
        "unit", .text(1...200), "Only this unit, as 'hwctl devices' shows it; else all of the model."),
    ])
    return .object(
      ObjectShape(fields: [
        .required("match", .object(match), "Which controllers these bindings are for."),
        .required("bindings", .list(binding, count: 0...Self.bindingLimit), "What each control does."),
      ]))
  }

  private var binding: Shape {
    .named(
      "binding",
      .object(
        ObjectShape(
          fields: [
            .optional("control", .text(1...64), "The control that is pressed, as 'hwctl monitor' shows it."),
            .optional(
              "controls", .list(.text(1...64), count: 2...Self.togetherLimit),
              "Controls that are pressed together."),
            .optional(
              "turn", .choice(Binding.Direction.allCases.map(\.rawValue), called: "direction"),
              "For a wheel: each step in this direction performs the action."),
            .optional("mode", Self.mode, Self.modeSummary),
            .required("action", Self.action, "What it does."),
            .optional("doublePress", Self.action, "What a second press soon after the first does instead."),
            .optional("longHold", Self.action, "What begins instead when the press lasts."),
            .optional("chord", .text(.chord), "A keyboard chord that does the same."),
          ], oneOf: ["control", "controls"])))
  }

  private var chordBinding: Shape {
    .object(
      ObjectShape(fields: [
        .required("chord", .text(.chord), "The keys, as in \"ctrl+alt+d\"."),
        .optional("mode", Self.mode, Self.modeSummary),
        .required("action", Self.action, "What they do."),
      ]))
  }

  private static let mode = Shape.choice(InteractionMode.words, called: "mode")
  private static let modeSummary =
    "hold (the usual): while it is held; toggle: until the next press; holdOrLatch: while held, or after two short "
    + "presses until the next."

  private static let action = Shape.named(
    "action",
    .variants(
      Variants(
        tag: "type", called: "action",
        variants: ActionKind.allCases.map { .init(word: $0.rawValue, shape: shape(of: $0)) })))

  private static func shape(of kind: ActionKind) -> Shape {
    switch kind {
    case .none, .localDictation, .localAIDictation: .object(ObjectShape(fields: []))
    case .keyboardShortcut:
      .object(
        ObjectShape(fields: [
          .required(
            "keys", .text(.keys),
            "A shortcut, or up to \(KeySequence.limit) after one another: \"ctrl+k ctrl+s\".")
        ]))
    case .media:
      .variants(
        Variants(
          tag: "command", called: "media command",
          variants: MediaCommand.Name.allCases.map { .init(word: $0.rawValue, shape: shape(of: $0)) }))
    case .profile:
      .object(
        ObjectShape(
          fields: [
            .optional("to", .text(.identifier), "The id of the profile to use."),
            .optional("next", .yes, "The profile after the active one, and after the last the first."),
          ], oneOf: ["to", "next"]))
    }
  }

  private static func shape(of command: MediaCommand.Name) -> Shape {
    switch command {
    case .playPause, .play, .pause, .stop, .next, .previous: .object(ObjectShape(fields: []))
    case .seek:
      .object(
        ObjectShape(fields: [
          .required(
            "seconds", .integer(-MediaCommand.seekLimitSeconds...MediaCommand.seekLimitSeconds, except: 0),
            "Forward, or back when negative.")
        ]))
    case .transcription:
      .object(
        ObjectShape(fields: [
          .optional(
            "rewindSeconds", .integer(0...MediaCommand.rewindLimitSeconds),
            "How far it goes back at the end; usually \(MediaCommand.standardRewindSeconds).")
        ]))
    }
  }
}

extension TextRule {
  static let identifier = TextRule(length: 1...64, pattern: "^[a-z0-9-]+$") { text in
    let isSound = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    return isSound ? nil : .init(text: "\"\(text)\" is no id: use lower-case letters, digits and \"-\"")
  }

  /// All twelve modifiers, and the longest name of a keysym.
  private static let chordLength = 150

  static let chord = TextRule(length: 1...chordLength, pattern: "^[^ ]+$") { text in
    guard KeyChord(text) == nil || text.contains(" ") else { return nil }
    return .init(
      text: "\"\(text)\" is no chord: write modifiers and one key, as in \"ctrl+alt+d\"", allowed: modifiers)
  }

  static let keys = TextRule(length: 1...KeySequence.limit * (chordLength + 1)) { text in
    guard KeySequence(text) == nil else { return nil }
    return .init(
      text: "\"\(text)\" is no shortcut: write modifiers and one key, as in \"ctrl+shift+v\"",
      allowed: modifiers)
  }

  private static let modifiers = KeyChord.Modifier.allCases.map { $0.rawValue + "+" }
}
