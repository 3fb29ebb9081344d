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
      ("history", .members([("keep", .boolean(preferences.history.keep))])),
      ("timing", encode(preferences.timing)),
      (
        "panic",
        .members([
          ("on", .boolean(preferences.panic.isOn)), ("seconds", .integer(preferences.panic.seconds)),
          ("chord", optional(preferences.panic.chord?.description)),
        ])
      ),
      ("media", .members([("player", optional(preferences.media.player))])),
    ]
  }

  private static func encode(_ keyboard: Preferences.Keyboard) -> JSONValue {
    .members([
      ("layout", .string(keyboard.layout)), ("variant", .string(keyboard.variant)),
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
    ])
  }

  private static func encode(_ delivery: Preferences.Delivery) -> JSONValue {
    .members([
      ("route", .string(delivery.route.rawValue)), ("file", optional(delivery.file)),
      ("keyDelayMilliseconds", .integer(delivery.keyDelayMilliseconds)),
      ("modifierWaitSeconds", .integer(delivery.modifierWaitSeconds)),
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

  private static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
