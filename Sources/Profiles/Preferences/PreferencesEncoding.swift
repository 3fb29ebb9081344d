internal import Domain

/// The tree of preferences, every value written out so that the file shows what can be set.
enum PreferencesEncoding {
  static func members(of preferences: Preferences) -> [(String, JSONValue)] {
    [
      ("keyboard", encode(preferences.keyboard)),
      ("keyboards", .array(preferences.keyboards.map(encode))),
      ("microphone", .members([("source", optional(preferences.microphone.source))])),
      ("speech", encode(preferences.speech)),
      ("delivery", encode(preferences.delivery)),
      ("writing", encode(preferences.writing)),
      ("dictionary", encode(preferences.dictionary)),
      (
        "refiner",
        .members([
          ("model", optional(preferences.refiner.model)),
          ("deadlineMilliseconds", .integer(preferences.refiner.deadlineMilliseconds)),
          ("seesNearbyText", .boolean(preferences.refiner.seesNearbyText)),
        ])
      ),
      (
        "cues",
        .members([("start", .boolean(preferences.cues.start)), ("stop", .boolean(preferences.cues.stop))])
      ),
      ("notifications", .members([("kept", .boolean(preferences.notifications.kept))])),
      (
        "history",
        .members([
          ("keep", .boolean(preferences.history.keep)),
          ("audioDays", optional(preferences.history.audioDays)),
          ("audioRecordings", optional(preferences.history.audioRecordings)),
          ("audioGigabytes", .integer(preferences.history.audioGigabytes)),
        ])
      ),
      ("timing", encode(preferences.timing)),
      (
        "panic",
        .members([
          ("on", .boolean(preferences.panic.isOn)), ("seconds", .integer(preferences.panic.seconds)),
          ("chord", optional(preferences.panic.chord?.description)),
        ])
      ),
      (
        "media",
        .members([
          ("player", optional(preferences.media.player)),
          ("pauseWhileDictating", .boolean(preferences.media.pauseWhileDictating)),
        ])
      ),
    ]
  }

  private static func encode(_ keyboard: Preferences.Keyboard) -> JSONValue {
    .members([
      ("layout", optional(keyboard.layout)), ("variant", .string(keyboard.variant)),
      ("options", .string(keyboard.options)), ("source", .string(keyboard.source.rawValue)),
    ])
  }

  private static func encode(_ keyboard: KeyboardSelection) -> JSONValue {
    let match =
      switch keyboard.match {
      case .name(let name): ("name", name)
      case .path(let path): ("path", path)
      case .product(let product): ("product", product.description)
      }
    return .members([(match.0, .string(match.1)), ("mode", .string(keyboard.mode.rawValue))])
  }

  private static func encode(_ speech: Preferences.Speech) -> JSONValue {
    .members([
      ("model", .string(speech.model)), ("decodeLimitSeconds", .integer(speech.decodeLimitSeconds)),
      ("idleExitSeconds", .integer(speech.idleExitSeconds)), ("worker", optional(speech.worker)),
      ("cutsAtPauses", .boolean(speech.cutsAtPauses)), ("detectsSpeech", .boolean(speech.detectsSpeech)),
    ])
  }

  private static func encode(_ delivery: Preferences.Delivery) -> JSONValue {
    .members([
      ("route", .string(delivery.route.rawValue)), ("unverified", .string(delivery.unverified.rawValue)),
      ("file", optional(delivery.file)),
      ("keyDelayMilliseconds", .integer(delivery.keyDelayMilliseconds)),
      ("modifierWaitSeconds", .integer(delivery.modifierWaitSeconds)),
    ])
  }

  private static func encode(_ writing: Preferences.Writing) -> JSONValue {
    .members([
      ("style", .string(writing.style.rawValue)), ("spokenPunctuation", .boolean(writing.spokenPunctuation)),
      ("removeFillers", .boolean(writing.removeFillers)),
      ("convertNumbers", .boolean(writing.convertNumbers)), ("language", optional(writing.language)),
    ])
  }

  private static func encode(_ dictionary: Preferences.Dictionary) -> JSONValue {
    let replacements = dictionary.replacements.map { replacement in
      JSONValue.members([
        ("spoken", .string(replacement.spoken)), ("written", .string(replacement.written)),
      ])
    }
    return .members([
      ("replacements", .array(replacements)), ("words", .array(dictionary.words.map(JSONValue.string))),
    ])
  }

  private static func encode(_ timing: Preferences.Timing) -> JSONValue {
    .members([
      ("holdMilliseconds", .integer(timing.holdMilliseconds)),
      ("doublePressMilliseconds", .integer(timing.doublePressMilliseconds)),
      ("chordMilliseconds", .integer(timing.chordMilliseconds)),
      ("longHoldMilliseconds", .integer(timing.longHoldMilliseconds)),
      ("latchEnds", .string(timing.latchEnds.rawValue)),
    ])
  }

  private static func optional(_ number: Int?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

  private static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
