internal import Domain

/// The structure of preferences.json, version 2. Every part and every value may be left out, or be null.
enum PreferencesShapes {
  static let root = Shape.object(
    ObjectShape(
      fields: [
        .optional(SettingsTree.schemaName, .text(1...4096), "Where editors find the schema of this file."),
        .required(
          SettingsTree.versionName, .integer(1...Migrations.preferences.version), "The version of this form."),
      ] + parts))

  private static let parts: [Field] = [
    part(
      "keyboard", "The layout that typed text passes through.",
      [
        value("layout", .text(1...64), "An XKB layout, \"de\"."),
        value("variant", .text(0...64), "Its variant, \"neo\"."),
        value("options", .text(0...200), "XKB options."),
        value(
          "source", .choice(Preferences.Keyboard.Source.allCases.map(\.rawValue), called: "source"),
          "Where the layout is taken from."),
      ]),
    .optional(
      "keyboards", .list(keyboard, count: 0...keyboardLimit), null: true,
      "The keyboards that chords may be read from; no other is ever opened."),
    part(
      "microphone", "What is listened to.",
      [value("source", .text(1...255), "A PulseAudio source; else the default one.")]),
    part(
      "speech", "Recognition.",
      [
        value("model", .text(.model), "The id of a model, or the absolute path of its folder."),
        value("decodeLimitSeconds", .integer(1...60), "The longest a recognition may take."),
        value("idleExitSeconds", .integer(10...86_400), "How long the model stays in memory unused."),
        value("worker", .text(.absolutePath), "Another worker program."),
      ]),
    part(
      "delivery", "Where text goes.",
      [
        value(
          "route", .choice(Preferences.Delivery.Route.allCases.map(\.rawValue), called: "route"),
          "Typed into what has the focus, or written."),
        value("file", .text(.absolutePath), "What the route \"file\" appends to."),
        value("keyDelayMilliseconds", .integer(0...200), "Between two typed keys."),
        value("modifierWaitSeconds", .integer(0...30), "How long a held modifier is awaited."),
      ]),
    part("history", "What is kept.", [value("keep", .boolean, "false keeps nothing at all.")]),
    part(
      "timing", "What tells the meanings of a press apart.",
      [
        value(
          "holdMilliseconds", .integer(100...2000), "From when on a press has been a hold (holdOrLatch)."),
        value("doublePressMilliseconds", .integer(100...2000), "How soon the second press follows."),
        value("chordMilliseconds", .integer(10...500), "How close together controls go down together."),
        value("longHoldMilliseconds", .integer(200...5000), "How long a long hold is."),
        value(
          "latchEnds", .choice(Preferences.Timing.LatchEnd.allCases.map(\.rawValue), called: "latch end"),
          "What ends a latched dictation."),
      ]),
    part(
      "panic", "The way out: releases every device and stops every action.",
      [
        value("on", .boolean, "false turns it off."),
        value("seconds", .integer(1...30), "How long all controls of a device, or the chord, are held."),
        value("chord", .text(.chord), "A keyboard chord that does the same."),
      ]),
    part(
      "media", "The player that media actions drive.",
      [value("player", .text(1...200), "Its MPRIS name, \"vlc\"; else the one that plays, or played last.")]),
  ]

  /// More than anyone has; each in grab mode is a virtual keyboard of its own.
  static let keyboardLimit = 16

  private static let keyboard = Shape.object(
    ObjectShape(
      fields: [
        .optional("name", .text(1...200), "The kernel's name, as 'hwctl devices' shows it."),
        .optional(
          "path", .text(.absolutePath), "A link of udev's, in /dev/input/by-id or /dev/input/by-path."),
        .optional("product", .text(.product), "Vendor and product, \"046d:c31c\": every such keyboard."),
        .optional(
          "mode", .choice(KeyboardSelection.Mode.allCases.map(\.rawValue), called: "mode"),
          "observe (the usual): it stays with the desktop; grab: hwctl takes it and passes on all but the chords."
        ),
      ], oneOf: ["name", "path", "product"]))

  private static func part(_ name: String, _ summary: String, _ fields: [Field]) -> Field {
    .optional(name, .object(ObjectShape(fields: fields)), null: true, summary)
  }

  private static func value(_ name: String, _ shape: Shape, _ summary: String) -> Field {
    .optional(name, shape, null: true, summary)
  }
}
