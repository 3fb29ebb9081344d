import Delivery
import Dictation
import Profiles
import Refinement
import Speech
import SystemCalls
import Transcript
import VoiceHistory

// The preferences in the words of the edges.

extension Preferences {
  var route: DeliveryRoute {
    switch delivery.route {
    case .auto: .automatic
    case .accessibility: .accessibility
    case .clipboard: .clipboard
    case .type: .typedKeys
    case .stdout: .standardOutput
    // The store refuses the route "file" without a file.
    case .file: delivery.file.map(DeliveryRoute.file) ?? .typedKeys
    }
  }

  var layout: KeyboardLayout {
    guard let layout = keyboard.layout else { return KeyboardLayout() }
    return KeyboardLayout(layout: layout, variant: keyboard.variant, options: keyboard.options)
  }

  var keymapSource: KeymapSource {
    switch keyboard.source {
    case .auto: .automatic(layout)
    case .xkb: .xkb(layout)
    case .console: .console
    }
  }

  var typingOptions: TypingOptions {
    var options = TypingOptions()
    options.keyDelay = .milliseconds(delivery.keyDelayMilliseconds)
    options.modifierWait = .seconds(delivery.modifierWaitSeconds)
    return options
  }

  var retentionPolicy: RetentionPolicy {
    RetentionPolicy(
      longestAge: history.audioDays.map { .seconds($0 * 86_400) }, mostRecordings: history.audioRecordings,
      mostBytes: Int64(history.audioGigabytes) << 30)
  }

  var unverifiedPolicy: UnverifiedPolicy {
    switch delivery.unverified {
    case .deliver: .deliver
    case .keep: .keep
    }
  }

  var recognitionPolicy: RecognitionPolicy {
    RecognitionPolicy(
      cutsAtPauses: speech.cutsAtPauses, detectsSpeech: speech.detectsSpeech, language: writing.language)
  }

  /// One that says so where none is chosen.
  var refinerRouter: RefinerRouter {
    // The store refuses a name that cannot be one.
    guard let model = refiner.model.flatMap(OllamaModelName.init) else { return RefinerRouter(refiner: nil) }
    return RefinerRouter(
      refiner: OllamaRefiner(
        OllamaConfiguration(model: model), at: .ollama(relay: Directories.standard().ollamaRelay)))
  }

  /// Nil when holding everything is to mean nothing special.
  var panicHold: Duration? { panic.isOn ? .seconds(panic.seconds) : nil }

  var dictationConfiguration: DictationConfiguration {
    var configuration = DictationConfiguration(
      microphoneSource: microphone.source, keepsHistory: history.keep)
    configuration.transcript = transcriptOptions
    configuration.refinementDeadline = .milliseconds(refiner.deadlineMilliseconds)
    configuration.refinerSeesNearbyText = refiner.seesNearbyText
    return configuration
  }
}
