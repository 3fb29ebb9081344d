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

    /// XKB layout, variant and options as setxkbmap(1) takes them; nil: as the desktop says where it does, else "us"; "" for
    /// no variant and no options.
    public var layout: String?
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
    /// Whether long dictation is recognised in pieces while it is spoken.
    public var cutsAtPauses = true
    /// Whether only what sounds like speech is recognised.
    public var detectsSpeech = true
  }

  public struct Delivery: Hashable, Sendable {
    public enum Route: String, CaseIterable, Hashable, Sendable {
      case auto
      case accessibility
      case type
      case clipboard
      case file
      case stdout
    }

    /// What becomes of a text when nobody can tell what has the focus.
    public enum Unverified: String, CaseIterable, Hashable, Sendable {
      case deliver
      case keep
    }

    public var route = Route.auto
    public var unverified = Unverified.deliver
    /// The absolute path that route `file` appends to; always present with that route.
    public var file: String?
    /// Between two typed keys, 0...200.
    public var keyDelayMilliseconds = 4
    /// How long delivery waits for the user to let go of modifiers, 0...30.
    public var modifierWaitSeconds = 3
  }

  /// How what was said is written.
  public struct Writing: Hashable, Sendable {
    public var style = WritingStyle.clean
    /// "comma", "question mark" and their like are punctuation.
    public var spokenPunctuation = false
    /// "um" and "uh" are left out.
    public var removeFillers = false
    /// Numbers and times are written in digits.
    public var convertNumbers = false
    /// BCP 47, "en" or "de-CH"; nil for the language of the speech model.
    public var language: String?
  }

  /// Personal words.
  public struct Dictionary: Hashable, Sendable {
    public struct Replacement: Hashable, Sendable {
      public var spoken: String
      public var written: String

      public init(spoken: String, written: String) {
        self.spoken = spoken
        self.written = written
      }
    }

    /// Written in the place of what was heard.
    public var replacements: [Replacement] = []
    /// Names and terms, spelled as they are to be written, that are often misheard.
    public var words: [String] = []
  }

  /// The local language model of Local AI Dictation.
  public struct Refiner: Hashable, Sendable {
    /// The name of a model of Ollama, "qwen2.5:3b"; nil for none: then Local AI Dictation writes what was said.
    public var model: String?
    /// After the final transcript, 500...10,000.
    public var deadlineMilliseconds = 3000
    /// Whether the model sees what stands before the caret.
    public var seesNearbyText = false
  }

  /// Sounds when the microphone opens and closes.
  public struct Cues: Hashable, Sendable {
    public var start = false
    public var stop = false
  }

  public struct Notifications: Hashable, Sendable {
    /// Says, without its words, that a text was kept and not delivered.
    public var kept = true
  }

  public struct History: Hashable, Sendable {
    /// False: nothing is written at all, decided when a dictation begins.
    public var keep = true
    /// Audio older than this is removed, 1...36,500; nil for none. Texts stay.
    public var audioDays: Int?
    /// At most so many recordings, 1...10,000,000; nil for no limit.
    public var audioRecordings: Int?
    /// At most so much audio, 1...100,000; the oldest goes.
    public var audioGigabytes = 20
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
    /// The player that plays is paused while a dictation listens, and goes on afterwards.
    public var pauseWhileDictating = false
  }

  public var keyboard = Keyboard()
  /// The keyboards that chords may be read from.
  public var keyboards: [KeyboardSelection] = []
  public var microphone = Microphone()
  public var speech = Speech()
  public var delivery = Delivery()
  public var writing = Writing()
  public var dictionary = Dictionary()
  public var refiner = Refiner()
  public var cues = Cues()
  public var notifications = Notifications()
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
