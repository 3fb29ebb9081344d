extension Command {
  static let profiles = Command(
    "profiles", "make, change, check and choose profiles",
    details: """
      Without a daemon the file is changed all the same; a running one is told of each change and answers whether it
      uses it now. ID is a profile's id, as 'hwctl profiles list' shows it.
      """,
    subcommands: [
      Command("list", "list the profiles; the active one is marked", options: [.json]),
      Command("show", "show the bindings of a profile", arguments: [.profile], options: [.json]),
      Command(
        "new", "make an empty profile", arguments: [.newID], options: [.name, .json]),
      Command(
        "duplicate", "copy a profile", arguments: [.id, .newID], options: [.name, .json]),
      Command(
        "rename", "give a profile another id, or another name",
        arguments: [.id, Argument("NEW-ID", "its new id", count: .optional)], options: [.name, .json]),
      Command(
        "delete", "delete a profile", arguments: [.id],
        options: [Option("use", value: "ID", "the profile to use then; needed for the active one"), .json]),
      Command("use", "make a profile the active one", arguments: [.id], options: [.json]),
      bind, unbind,
      Command(
        "move", "let bindings of one unit go to another",
        details: """
          For a pedal without a serial number that is plugged in elsewhere now: 'hwctl devices' shows the ids and says when a
          unit seems to have moved. Without ids that one is moved. All profiles are changed.
          """,
        arguments: [
          Argument("OLD", "the unit that the bindings are for", count: .optional),
          Argument("NEW", "the unit that they should be for", count: .optional),
        ], options: [.json]),
      Command(
        "edit", "edit all profiles in your editor",
        details: """
          Opens $VISUAL, else $EDITOR, on a copy. Your profiles are replaced when the copy is valid, and only if nobody
          else changed them meanwhile; else you are asked whether to edit again, or the copy is kept and named.
          """),
      Command(
        "validate", "check a profile file and say what is wrong where",
        arguments: [Argument("FILE", "the file; default your own profiles", count: .optional)],
        options: [.json]),
      Command(
        "export", "print one profile as a file of its own",
        arguments: [.profile, Argument("FILE", "write it there, where no file may be yet", count: .optional)]),
      Command(
        "import", "add the profiles of a file, or a ready-made one",
        arguments: [Argument("FILE", "a file, or the name of a ready-made profile")],
        options: [
          Option("as", value: "ID", "under another id; for a file with one profile"),
          Option("replace", "in the place of a profile with the same id"), .json,
        ]),
      Command("reload", "let the daemon read the profiles again, after you changed the file yourself"),
      Command("path", "print where the profiles are", options: [.json]),
      Command("schema", "print the JSON schema of the file, for your editor"),
    ])

  private static let bind = Command(
    "bind", "bind a control, or a keyboard chord, to an action",
    details: """
      hwctl profiles bind center localDictation --mode holdOrLatch
      hwctl profiles bind left+right media playPause        pressed together
      hwctl profiles bind jog media seek 2 --turn clockwise --device contour-shuttle-pro
      hwctl profiles bind localDictation                    asks you to press the control
      hwctl profiles bind --chord ctrl+alt+d localDictation a keyboard chord alone

      Actions: localDictation; localAIDictation; keyboardShortcut KEYS...; media playPause|play|pause|stop|next|previous;
      media seek SECONDS; media transcription [SECONDS]; profile ID|next; none
      """,
    arguments: [
      Argument("[CONTROL] ACTION", "the control, unless it is to be pressed, and the action", count: .many)
    ],
    options: [
      Option("mode", value: "MODE", "when it begins and ends", values: ["hold", "toggle", "holdOrLatch"]),
      Option("double-press", value: "ACTION", "what a second press does instead, in quotes"),
      Option("long-hold", value: "ACTION", "what begins instead when the press lasts, in quotes"), .chord,
      .turn, .device,
      .unit, .inProfile, .json,
    ])

  private static let unbind = Command(
    "unbind", "take a binding away",
    arguments: [
      Argument("CONTROL", "as in 'hwctl profiles show', such as left or left+right", count: .optional)
    ],
    options: [.chord, .turn, .device, .unit, .inProfile, .json])
}

extension Command.Argument {
  fileprivate static let profile = Command.Argument(
    "ID", "a profile's id; default the active one", count: .optional)
  fileprivate static let id = Command.Argument("ID", "a profile's id")
  fileprivate static let newID = Command.Argument(
    "NEW-ID", "the new profile's id: lower-case letters, digits and \"-\"")
}

extension Command.Option {
  fileprivate static let name = Command.Option("name", value: "NAME", "what people call it; default the id")
  fileprivate static let chord = Command.Option(
    "chord", value: "KEYS", "a keyboard chord, such as ctrl+alt+d")
  fileprivate static let turn = Command.Option(
    "turn", value: "WAY", "for a wheel, which way", values: ["clockwise", "counterclockwise"])
  fileprivate static let device = Command.Option(
    "device", value: "MODEL", "the model, where several have such a control")
  fileprivate static let unit = Command.Option(
    "unit", value: "ID", "only this unit, as in 'hwctl devices'")
  fileprivate static let inProfile = Command.Option(
    "profile", value: "ID", "the profile to change; default the active one")
}
