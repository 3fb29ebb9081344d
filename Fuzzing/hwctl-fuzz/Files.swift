internal import Drivers
internal import Profiles
internal import Scenario

// Files that people write by hand. Whatever is in them: an answer, and for what is taken a round trip.

@Sendable func fuzzProfiles(_ bytes: UnsafeBufferPointer<UInt8>) {
  for issue in ProfileStore.validate(bytes: Array(bytes), models: DeviceCatalogue.bindableModels) {
    precondition(!issue.description.isEmpty, "an issue says what is wrong")
  }
}

@Sendable func fuzzTaughtDevices(_ bytes: UnsafeBufferPointer<UInt8>) {
  for issue in LearnedDeviceStore.validate(bytes: Array(bytes), templates: DeviceCatalogue.templates) {
    precondition(!issue.description.isEmpty, "an issue says what is wrong")
  }
}

@Sendable func fuzzPreferences(_ bytes: UnsafeBufferPointer<UInt8>) {
  for issue in PreferencesStore.validate(bytes: Array(bytes)) {
    precondition(!issue.description.isEmpty, "an issue says what is wrong")
  }
}

/// A recording that is read is written as text that reads as the same, and plays through the drivers.
@Sendable func fuzzRecording(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard let scenario = try? Scenario.parse(String(decoding: bytes, as: UTF8.self)) else { return }
  let text = ScenarioText.text(scenario)
  guard let again = try? Scenario.parse(text) else { fatalError("what is written cannot be read") }
  precondition(ScenarioText.text(again) == text, "what is written reads as the same")
  var player = ScenarioPlayer(scenario)
  _ = player.start()
}
