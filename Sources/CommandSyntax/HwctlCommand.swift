extension Command {
  /// `hwctl`, the command-line tool: the one source of its parsing, help, completions and man page.
  public static let hwctl = Command(
    "hwctl", "control hwctld, the hotkey and dictation daemon",
    details: """
      Commands that need the daemon say so when it is not running. With --json the answer is one JSON
      value on standard output (one a line where it goes on), and nothing else.

      Exit status: 0 done; 1 failed, or something needed is missing; 2 wrong command line;
      3 hwctld is not running; 4 a file is not valid. A message on standard error says why.
      """,
    options: [Option("version", "show the version")],
    subcommands: [
      Command(
        "status", "show what is ready, what is not, and why",
        options: [Option("follow", letter: "f", "go on showing changes until interrupted"), .json]),
      devices,
      Command(
        "monitor", "show control events and dictation steps as they happen",
        details: """
          For each event of a control: its name, what happened, what it is bound to, and how long the daemon took to
          decide; then the Actions that begin and end. The text of a dictation is shown too: only you can read the
          control socket.
          """,
        options: [Option("raw", "show what devices send, too, before it is decoded"), .json]),
      Command(
        "record", "record what a device sends, as a text for bug reports and tests",
        details: """
          DEVICE is an id or a model, as 'hwctl devices' shows it; it may be left out where only one is ready. Recording goes
          on until Ctrl-C. The text holds the presses of this device and nothing else; 'hwctl replay' shows what they mean.
          """,
        arguments: [Argument("DEVICE", "the device", count: .optional)],
        options: [
          Option("output", letter: "o", value: "FILE", "write it there, where no file may be yet"),
          Option("seconds", value: "N", "end after N seconds (1 to 3600)"),
        ]),
      Command(
        "replay", "show what a recording does",
        details: """
          Plays the recording on a clock of its own: nothing is typed, recorded or played. The answer is the recording with
          a line for every Action that begins or ends, which can be kept as a scenario. Where the file itself says what it
          expects, it is checked: exit status 1 when something else came. The bindings are those of the file, else of the
          profile.
          """,
        arguments: [Argument("FILE", "a recording or a scenario")],
        options: [Option("profile", value: "ID", "go by this profile; default the active one"), .json]),
      profiles,
      models,
      Command("begin", "begin an Action, as a press would", arguments: [.action]),
      Command("end", "end an Action, as the last release would", arguments: [.action]),
      Command("toggle", "begin an Action, or end it when it is active", arguments: [.action]),
      Command("cancel", "stop an Action and deliver nothing; the audio is kept", arguments: [.action]),
      redeliver,
      Command(
        "panic", "let go of every device and keyboard and stop every Action",
        details: """
          Holding all controls of a device does the same. Nothing is grabbed and nothing begins until --resume.
          """,
        options: [Option("resume", "go on after a panic")]),
      Command(
        "dictate", "recognise speech once and print the text",
        details: """
          Without --file the microphone is used until you press Enter or Ctrl-C, or for --seconds.
          Needs no daemon. The session is kept in history like any other.
          """,
        options: [
          Option("file", value: "AUDIO", "recognise an audio file (WAV, FLAC, Ogg, MP3, ...) instead"),
          Option("seconds", value: "N", "listen for N seconds (1 to 3600)"), .json,
        ]),
      history,
      refiner,
      transcript,
      target,
      Command(
        "doctor", "check permissions, devices, sound, models and files, each with its remedy",
        details: "Exit status 1 when something that dictation needs is missing.", options: [.json]),
      Command(
        "completions", "print a completion script",
        arguments: [Argument("SHELL", "which shell", values: Shell.allCases.map(\.rawValue))]),
      Command(
        "help", "show the help of a command",
        arguments: [Argument("COMMAND", "the command's words", count: .optional)]),
    ])

  private static let devices = Command(
    "devices", "list the controllers that hwctl knows and can see",
    options: [.json],
    subcommands: [
      Command(
        "learn", "teach hwctl a controller that it does not know",
        details: """
          Shows the input devices that are connected, unless NODE names one; then each control is pressed once and held for a
          moment. Enter ends it, or all of --controls having been pressed. Half a minute without a press keeps nothing. The
          node is hwctl's alone meanwhile, and the whole device from then on, so one that says it is a keyboard needs
          --keyboard: some pedals and macro pads say so, too.

          A device that your user may not open needs a udev rule, which is shown then.
          """,
        arguments: [Argument("NODE", "the event node, such as /dev/input/event7", count: .optional)],
        options: [
          Option(
            "controls", value: "NAMES", "what to call them, in the order of the presses: left,center,right"),
          Option("name", value: "NAME", "what to call the device; default its own name"),
          Option("as", value: "MODEL", "it has the controls of this generic model; nothing is pressed"),
          Option("keyboard", "it says it is a keyboard, and is not the one that you type on"), .json,
        ]),
      Command(
        "forget", "forget a controller that was taught",
        arguments: [Argument("MODEL", "its model or product, such as learned-0c45-7403 or 0c45:7403")],
        options: [.json]),
    ], runsAlone: true)
}

extension Command.Argument {
  fileprivate static let action = Command.Argument(
    "ACTION", "which Action", values: ["localDictation", "localAIDictation"])
}

extension Command.Option {
  static let json = Command.Option("json", "print JSON")
}
