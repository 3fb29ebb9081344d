import Domain
import Testing

@Suite struct ActionWordsTests {
  static let sound = [
    "none", "localDictation", "keyboardShortcut ctrl+k ctrl+s", "media playPause", "media seek -5",
    "media seek 600",
    "media transcription 0", "profile next", "profile typing-2",
  ]

  @Test(arguments: sound) func `what is written is read again`(text: String) throws {
    #expect(try Action(words: text.split(separator: " ").map(String.init)).words == text)
  }

  static let bad = [
    (
      "",
      "an action is missing; known: none, keyboardShortcut, localDictation, localAIDictation, media, profile"
    ),
    (
      "dictate",
      "unknown action 'dictate'; known: none, keyboardShortcut, localDictation, localAIDictation, media, profile"
    ),
    ("none at all", "unexpected 'at' after 'none'"),
    (
      "media",
      "'media' needs a command; known: playPause, play, pause, stop, next, previous, seek, transcription"
    ),
    ("media seek 0", "'seek' needs seconds, -600 to 600 and not 0, as in 'seek -5'"),
    ("media seek 601", "'seek' needs seconds, -600 to 600 and not 0, as in 'seek -5'"),
    ("media transcription 61", "'transcription' takes the seconds to go back, 0 to 60"),
    ("media play 3", "unexpected '3' after 'play'"),
    ("profile", "'profile' needs the id of a profile, or 'next'"),
  ]

  @Test(arguments: bad) func `what is not an action is said`(text: String, message: String) {
    let error = #expect(throws: ActionWordsError.self) {
      try Action(words: text.split(separator: " ").map(String.init))
    }
    #expect(error?.message == message)
  }

  @Test func `a shortcut that is none names the modifiers`() {
    let error = #expect(throws: ActionWordsError.self) { try Action(words: ["keyboardShortcut", "cmd+a"]) }
    #expect(error?.problem == "'cmd+a' is no shortcut: write modifiers and one key, as in ctrl+shift+v")
    #expect(error?.allowed.first == "ctrl+")
  }

  static let chords: [(String, String, Bool)] = [
    ("ctrl+d", "ctrl+d", true), ("ctrl+d", "leftctrl+d", true), ("leftctrl+d", "rightctrl+d", false),
    ("ctrl+d", "ctrl+shift+d", false), ("ctrl+d", "ctrl+e", false), ("d", "ctrl+d", false),
    ("leftctrl+rightctrl+d", "ctrl+d", true), ("leftctrl+rightctrl+d", "leftctrl+d", false),
  ]

  @Test(arguments: chords) func `chords overlap when one keystroke is both`(
    left: String, right: String, overlap: Bool
  ) throws {
    let left = try #require(KeyChord(left))
    let right = try #require(KeyChord(right))
    #expect(left.overlaps(right) == overlap)
    #expect(right.overlaps(left) == overlap)
  }

  @Test func `keys that people type with need a modifier`() {
    for text in [
      "d", "shift+D", "comma", "space", "adiaeresis", "Return", "leftshift+Tab", "Cyrillic_a", "é",
    ] {
      #expect(KeyChord(text)?.isTyping == true, "\(text)")
    }
    for text in [
      "ctrl+d", "F13", "shift+F13", "Pause", "XF86AudioPlay", "Menu", "KP_Enter", "rightalt+d", "super+space",
    ] {
      #expect(KeyChord(text)?.isTyping == false, "\(text)")
    }
  }
}
