/// The tree of preferences, every value written out so that the file shows what can be set.
enum PreferencesEncoding {
  static func encode(_ preferences: Preferences) -> JSONValue {
    ProfileEncoding.object([
      ("schemaVersion", .integer(VersionedFile.schemaVersion)),
      ("keyboard", encode(preferences.keyboard)),
      ("microphone", ProfileEncoding.object([("source", optional(preferences.microphone.source))])),
      ("speech", encode(preferences.speech)),
      ("delivery", encode(preferences.delivery)),
      ("history", ProfileEncoding.object([("keep", .boolean(preferences.history.keep))])),
    ])
  }

  private static func encode(_ keyboard: Preferences.Keyboard) -> JSONValue {
    ProfileEncoding.object([
      ("layout", .string(keyboard.layout)), ("variant", .string(keyboard.variant)),
      ("options", .string(keyboard.options)), ("source", .string(keyboard.source.rawValue)),
    ])
  }

  private static func encode(_ speech: Preferences.Speech) -> JSONValue {
    ProfileEncoding.object([
      ("model", .string(speech.model)), ("decodeLimitSeconds", .integer(speech.decodeLimitSeconds)),
      ("idleExitSeconds", .integer(speech.idleExitSeconds)), ("worker", optional(speech.worker)),
    ])
  }

  private static func encode(_ delivery: Preferences.Delivery) -> JSONValue {
    ProfileEncoding.object([
      ("route", .string(delivery.route.rawValue)), ("file", optional(delivery.file)),
      ("keyDelayMilliseconds", .integer(delivery.keyDelayMilliseconds)),
      ("modifierWaitSeconds", .integer(delivery.modifierWaitSeconds)),
    ])
  }

  private static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
