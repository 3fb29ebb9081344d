extension Command {
  static let target = Command(
    "target", "show what has the focus, as delivery sees it",
    details: """
      The application, the kind of field, whether it is for a password, how sure that is, and which way a text would take
      there. Window titles and what is written in the field are not shown. Needs no daemon.
      """,
    options: [
      Option(
        "delay", value: "N",
        "look after N seconds (0 to 60, 3 by default), so that you can go to another window"),
      .json,
    ])
}
