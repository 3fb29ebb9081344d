extension Command {
  /// At the top for those in a hurry, and with its like below `history`.
  static let redeliver = Command(
    "redeliver", "bring the text of a session to where the focus is",
    details: """
      For a text that was kept, or that is wanted once more. You have the delay to put the focus there. ID may be left out:
      then it is the newest session that has a text.
      """,
    arguments: [Argument("ID", "a session's id, or 'last'", count: .optional)],
    options: [
      Option("delay", letter: "d", value: "SECONDS", "wait so long before (0 to 60; default 3)"), .json,
    ])
}
