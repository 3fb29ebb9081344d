public import Domain

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
    /// The id of a model, or the absolute path of its folder.
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

  /// What tells the meanings of a press apart.
  public struct Timing: Hashable, Sendable {
    /// What ends a latched dictation.
    public enum LatchEnd: String, CaseIterable, Hashable, Sendable {
      case press
      case doublePress
    }

    /// Mode `holdOrLatch`: a press that lasts so long has been a hold, 100...2000.
    public var holdMilliseconds = 300
    /// The second press of a double press comes within this time of the release, 100...2000.
    public var doublePressMilliseconds = 400
    /// Controls that are bound together go down within this time, 10...500.
    public var chordMilliseconds = 50
    /// A press that lasts so long begins the Action for a long hold, 200...5000.
    public var longHoldMilliseconds = 500
    public var latchEnds = LatchEnd.press
  }

  /// The way out: held for `seconds`, it releases every grab and stops every Action.
  public struct Panic: Hashable, Sendable {
    /// False: holding all Controls of a Device, or the chord, does nothing special.
    public var isOn = true
    /// 1...30
    public var seconds = 3
    /// A keyboard chord that does the same; nil for Controls only.
    public var chord: KeyChord?
  }

  public struct Media: Hashable, Sendable {
    /// The name of an MPRIS player, "vlc"; nil for the one that plays, or played last.
    public var player: String?
  }

  public var keyboard = Keyboard()
  /// The keyboards that chords may be read from.
  public var keyboards: [KeyboardSelection] = []
  public var microphone = Microphone()
  public var speech = Speech()
  public var delivery = Delivery()
  public var history = History()
  public var timing = Timing()
  public var panic = Panic()
  public var media = Media()

  public init() {}
}

extension Preferences {
  /// `timing` as the binding machine goes by it.
  public var bindingTimes: BindingTimes {
    var times = BindingTimes()
    times.hold = .milliseconds(timing.holdMilliseconds)
    times.secondPress = .milliseconds(timing.doublePressMilliseconds)
    times.chordWindow = .milliseconds(timing.chordMilliseconds)
    times.longHold = .milliseconds(timing.longHoldMilliseconds)
    times.latchEndsWithDoublePress = timing.latchEnds == .doublePress
    return times
  }
}
