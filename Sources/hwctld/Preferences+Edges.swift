import Delivery
import Dictation
import Profiles

// The preferences in the words of the edges.

extension Preferences {
  var route: DeliveryRoute {
    switch delivery.route {
    case .type: .typedKeys
    case .stdout: .standardOutput
    // The store refuses the route "file" without a file.
    case .file: delivery.file.map(DeliveryRoute.file) ?? .typedKeys
    }
  }

  var layout: KeyboardLayout {
    KeyboardLayout(layout: keyboard.layout, variant: keyboard.variant, options: keyboard.options)
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

  /// Nil when holding everything is to mean nothing special.
  var panicHold: Duration? { panic.isOn ? .seconds(panic.seconds) : nil }

  var dictationConfiguration: DictationConfiguration {
    DictationConfiguration(microphoneSource: microphone.source, keepsHistory: history.keep)
  }
}
