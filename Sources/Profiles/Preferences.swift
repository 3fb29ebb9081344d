/// The user's preferences; each part has a default that needs no file.
public struct Preferences: Hashable, Sendable {
  public struct Keyboard: Hashable, Sendable {
    /// Where the layout that typed text passes through is taken from.
    public enum Source: String, CaseIterable, Hashable, Sendable {
      case auto
      case xkb
      case console
    }

    /// XKB layout, variant and options as setxkbmap(1) takes them; "" for none.
    public var layout = "us"
    public var variant = ""
    public var options = ""
    public var source = Source.auto
  }

  public struct Microphone: Hashable, Sendable {
    /// A PulseAudio source name; nil for the default source.
    public var source: String?
  }

  public struct Speech: Hashable, Sendable {
    public var model = "moonshine-base-en"
    /// The watchdog of a final decoding, 1...60.
    public var decodeLimitSeconds = 5
    /// The worker ends after so long without work, 10...86,400.
    public var idleExitSeconds = 300
    /// The absolute path of another worker program; nil for our own.
    public var worker: String?
  }

  public struct Delivery: Hashable, Sendable {
    public enum Route: String, CaseIterable, Hashable, Sendable {
      case type
      case file
      case stdout
    }

    public var route = Route.type
    /// The absolute path that route `file` appends to; always present with that route.
    public var file: String?
    /// Between two typed keys, 0...200.
    public var keyDelayMilliseconds = 4
    /// How long delivery waits for the user to let go of modifiers, 0...30.
    public var modifierWaitSeconds = 3
  }

  public struct History: Hashable, Sendable {
    /// False: nothing is written at all, decided when a dictation begins.
    public var keep = true
  }

  public var keyboard = Keyboard()
  public var microphone = Microphone()
  public var speech = Speech()
  public var delivery = Delivery()
  public var history = History()

  public init() {}
}
