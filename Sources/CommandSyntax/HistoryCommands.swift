internal import Domain

extension Command {
  static let history = Command(
    "history", "find, play, mend and keep what was dictated",
    details: """
      Reads and writes the files directly: no daemon is needed but by redeliver, and a running one is not disturbed. What was said is never
      edited: a correction is added beside it. ID is a session's id as 'hwctl history list' shows it, or 'last'.
      """,
    subcommands: [
      Command(
        "list", "list sessions, newest first",
        options: [.limit, .before, .from, .until, .ofProfile, .app, .json]),
      Command(
        "search", "find sessions whose text has all the words",
        details: "Case and accents do not matter. Every stage and correction is searched.",
        arguments: [Argument("WORD", "words to find; the last may be a beginning", count: .many)],
        options: [.limit, .before, .from, .until, .ofProfile, .app, .json]),
      Command(
        "show", "show all stages of a session, and what changed from one to the next",
        details: """
          [-words-] were taken out and {+words+} put in, compared with the stage that a text was made from. With --stage the
          latest text of that stage alone is printed; corrections are of the stage edited.
          """,
        arguments: [.session], options: [.stage, .json]),
      play,
      Command(
        "copy", "put the text of a session on the clipboard",
        details: "Uses wl-copy, xclip or xsel, whichever fits the session and is installed.",
        arguments: [.session], options: [.stage, .json]),
      export, importing,
      Command(
        "correct", "add what was meant",
        details: """
          Without TEXT it is read from standard input, to its end. The texts before it stay. From then on the correction is the
          text of the session: list, export, copy, reformat and redeliver take it, whatever retranscribe or reformat make
          later, until a newer correction. Searches find both.
          """,
        arguments: [.session, Argument("TEXT", "the corrected text", count: .optional)], options: [.json]),
      Command(
        "retranscribe", "recognise the audio of a session again",
        details: """
          The new text is added beside the others, and is the text of the session from then on, unless somebody has corrected
          it: a correction stays ('hwctl history show ID --stage formatted' has the new text).
          """,
        arguments: [.session],
        options: [
          Option("model", value: "ID", "with this speech model; default the one in preferences"), .json,
        ]),
      Command(
        "reformat", "write the text of a session in another style, or by a refiner",
        details: """
          It is made of the latest correction, or else of what was recognised, with the dictionary and the other preferences of
          now, and added beside the others. Without --style it is written in the style of the preferences.
          """,
        arguments: [.session],
        options: [
          Option(
            "style", value: "STYLE", "how it is written",
            values: WritingStyle.allCases.map(\.rawValue)),
          Option("refiner", value: "MODEL", "let this local model of your Ollama smooth it"), .json,
        ]),
      redeliver,
      Command("pin", "keep the audio whatever the limits", arguments: [.sessions], options: [.json]),
      Command("unpin", "let the limits apply again", arguments: [.sessions], options: [.json]),
      Command(
        "delete", "delete sessions with their texts and audio",
        arguments: [.sessions], options: [.yes, .json]),
      Command(
        "clear", "delete everything",
        details: """
          Pinned sessions stay unless --pinned is given. What is being recorded meanwhile stays. Interrupted, it is gone on with
          at the next start of hwctld.
          """,
        options: [Option("pinned", "pinned sessions too"), .yes, .json]),
      Command("stats", "count sessions, recordings and bytes", options: [.json]),
      Command(
        "reconcile", "bring files and entries together after a crash",
        details: """
          hwctld does it at every start: audio without an entry comes back as a recovered session. Unknown files are never
          touched.
          """,
        options: [.json]),
    ])

  private static let play = Command(
    "play", "play the audio of a session",
    details: "Ctrl-C ends it. Voices keep their pitch at any speed.",
    arguments: [.session],
    options: [
      Option("from", value: "TIME", "begin there: seconds (12.5), or minutes and seconds (1:30)"),
      Option("speed", value: "FACTOR", "0.25 to 4; default 1"), .json,
    ])

  private static let export = Command(
    "export", "write sessions for other programs",
    details: """
      txt and json go to standard output unless --output names a file. srt and vtt are subtitles of one session, by its timed
      words. archive makes a folder, which --output names and which must not be there yet, with everything that history has of
      the sessions; 'hwctl history import' reads it.

      Until all is written it stands beside PATH with ".partial-" and a number behind the name. What an export that was killed
      leaves so, the next one to the same PATH removes.

      Without ID all sessions are exported that the filters let through.
      """,
    arguments: [Argument("ID", "sessions; 'last' is the newest one", count: .anyNumber)],
    options: [
      Option(
        "format", value: "FORMAT", "default txt", values: ["txt", "srt", "vtt", "json", "archive"]),
      Option("output", letter: "o", value: "PATH", "write it there, where nothing may be yet"),
      Option("without-audio", "an archive without recordings"),
      .from, .until, .ofProfile, .app, .json,
    ])

  private static let importing = Command(
    "import", "add an archive, or recordings, to the history",
    details: """
      PATH is an archive that 'hwctl history export' made, an audio file (WAV, FLAC, Ogg, MP3, ...) or a folder of such.
      Recordings are recognised one after another, and a copy of their sound is kept; where they came from is not. What has
      been imported already, also in another format without loss, is passed over, so that an import may be begun again. A session
      of an archive that history has already gets the texts that it lacks; where the two contradict, history's stays, the
      session is named, and the status is 1.
      """,
    arguments: [Argument("PATH", "an archive, an audio file or a folder", count: .many)],
    options: [Option("model", value: "ID", "recognise with this speech model"), .json])
}

extension Command.Argument {
  fileprivate static let session = Command.Argument("ID", "a session's id, or 'last'")
  fileprivate static let sessions = Command.Argument("ID", "sessions' ids, or 'last'", count: .many)
}

extension Command.Option {
  fileprivate static let limit = Command.Option(
    "limit", letter: "n", value: "N", "at most N (1 to 500; default 20)")
  fileprivate static let before = Command.Option(
    "before", value: "ID", "only sessions older than this one: the next page")
  fileprivate static let from = Command.Option(
    "from", value: "DATE", "begun on this day or later: 2026-11-30, or 2026-11-30T14:30")
  fileprivate static let until = Command.Option(
    "until", value: "DATE", "begun before this day or time")
  fileprivate static let ofProfile = Command.Option("profile", value: "ID", "begun with this profile")
  fileprivate static let app = Command.Option(
    "app", value: "ID", "dictated into this application, as 'show' names it")
  fileprivate static let stage = Command.Option(
    "stage", value: "STAGE", "the latest text of this stage",
    values: ["raw", "edited", "formatted", "delivered"])
  fileprivate static let yes = Command.Option("yes", letter: "y", "do not ask")
}
