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
        value("layout", .text(1...64), "An XKB layout, \"de\"; else the desktop's, where it tells."),
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
        value(
          "cutsAtPauses", .boolean,
          "false: recognised as a whole, after the release; the wait grows with the length."),
        value("detectsSpeech", .boolean, "false: all sound is recognised, whether it is speech or not."),
      ]),
    part(
      "delivery", "Where text goes.",
      [
        value(
          "route", .choice(Preferences.Delivery.Route.allCases.map(\.rawValue), called: "route"),
          "auto: inserted, typed or pasted, as the target needs it; or one way only; or written to a file."),
        value(
          "unverified", .choice(Preferences.Delivery.Unverified.allCases.map(\.rawValue), called: "choice"),
          "What becomes of a text when nobody can tell what has the focus."),
        value("file", .text(.absolutePath), "What the route \"file\" appends to."),
        value("keyDelayMilliseconds", .integer(0...200), "Between two typed keys."),
        value("modifierWaitSeconds", .integer(0...30), "How long a held modifier is awaited."),
      ]),
    part(
      "writing", "How what was said is written.",
      [
        value(
          "style", .choice(WritingStyle.allCases.map(\.rawValue), called: "style"),
          "verbatim: as recognised; clean (the usual); or how to make it sound."),
        value(
          "spokenPunctuation", .boolean, "true: \"comma\", \"question mark\" and the like are punctuation."),
        value("removeFillers", .boolean, "true leaves out \"um\" and \"uh\"."),
        value("convertNumbers", .boolean, "true writes numbers and times in digits."),
        value("language", .text(2...35), "BCP 47, \"en\"; else that of the speech model."),
      ]),
    part(
      "dictionary", "Personal words.",
      [
        value(
          "replacements", .list(replacement, count: 0...dictionaryLimit),
          "What is written in the place of what was heard."),
        value(
          "words", .list(.text(1...100), count: 0...dictionaryLimit),
          "Names and terms that are often misheard, as they are to be written."),
      ]),
    part(
      "refiner", "The local language model of Local AI Dictation.",
      [
        value("model", .text(1...200), "A model of Ollama, \"qwen2.5:3b\"; without one nothing is refined."),
        value("deadlineMilliseconds", .integer(500...10_000), "How long a text waits for it."),
        value("seesNearbyText", .boolean, "true: it is shown what stands before the caret."),
      ]),
    part(
      "cues", "Sounds when the microphone opens and closes.",
      [value("start", .boolean, "When it listens."), value("stop", .boolean, "When it has closed.")]),
    part(
      "notifications", "What the desktop is told.",
      [value("kept", .boolean, "That a text was kept and not delivered, without its words.")]),
    part(
      "history", "What is kept.",
      [
        value("keep", .boolean, "false keeps nothing at all."),
        value("audioDays", .integer(1...36_500), "Audio older than this is removed; texts stay."),
        value("audioRecordings", .integer(1...10_000_000), "At most so many recordings; the oldest go."),
        value("audioGigabytes", .integer(1...100_000), "At most so much audio; the oldest goes."),
      ]),
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
      [
        value("player", .text(1...200), "Its MPRIS name, \"vlc\"; else the one that plays, or played last."),
        value("pauseWhileDictating", .boolean, "true: it is paused while a dictation listens."),
      ]),
  ]

  /// More than anyone teaches; each word costs time at every sentence.
  static let dictionaryLimit = 2000

  private static let replacement = Shape.object(
    ObjectShape(fields: [
      .required("spoken", .text(1...100), "What is heard."),
      .required("written", .text(1...500), "What is written."),
    ]))

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
