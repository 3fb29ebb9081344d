internal import Domain

extension Command {
  static let transcript = Command(
    "transcript", "show how dictated text comes about",
    subcommands: [
      Command(
        "explain", "show each stage of a transcript and why",
        details: """
          From what was recognised to what would be delivered: spoken commands with their bytes in the recognised text,
          lists, numbers and fillers, the style, and both forms of the result. What looks like a command and stays text is
          named with the reason. Style, dictionary and the rest are those of the preferences, unless options say otherwise.

          hwctl transcript explain --text "Hello there. New line. How are you?"

          With --file the audio is recognised first. Nothing is kept in history and nothing is delivered.
          """,
        options: [
          Option("text", value: "TEXT", "explain this text, as a recogniser would give it"),
          Option(
            "file", value: "AUDIO", "recognise an audio file (WAV, FLAC, Ogg, MP3, ...) and explain its text"),
          Option(
            "style", value: "STYLE", "how it is written",
            values: WritingStyle.allCases.map(\.rawValue)),
          Option("punctuation", "write spoken signs (\"comma\") as signs"),
          Option("fillers", "leave out \"um\" and its like"),
          Option("numbers", "write numbers and times in digits"), .json,
        ])
    ])
}
