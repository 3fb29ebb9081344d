internal import Domain

extension Command {
  static let refiner = Command(
    "refiner", "look at, try and measure the local model that refines dictated text",
    details: """
      Local AI Dictation lets a model on this machine set punctuation and take out fillers. It is served by Ollama at
      127.0.0.1:11434; models that run on other machines are never used. Needs no daemon.
      """,
    subcommands: [
      Command(
        "status", "show the server, its models, and whether the chosen one is ready",
        details: "Exit status 1 when no text could be refined now; what to do is said.",
        options: [.model, .json]),
      Command(
        "test", "refine one text and show what became of it",
        details: """
          Shows what the model wrote, whether it may stand in the place of what was said, and how long that took. The first
          text after a while takes longer: the model is loaded before the time counts.
          """,
        arguments: [Argument("TEXT", "what was said; several words need no quotes", count: .many)],
        options: [
          .model, .seconds,
          Option(
            "style", value: "STYLE", "how it is to be written",
            values: WritingStyle.allCases.map(\.rawValue)), .json,
        ]),
      Command(
        "eval", "measure a model with texts whose right results are known",
        details: """
          Refines all texts of a file, one after the other, as dictation would, and counts by class what is right, what was
          rejected and why, and how long it took. FILE is like evaluation/refinement.json, which is the default.
          """,
        options: [
          .model, Option("cases", value: "FILE", "your own texts"), .seconds,
          Option("all", "show every result, not only those that are not right"), .json,
        ]),
    ])
}

extension Command.Option {
  fileprivate static let model = Command.Option(
    "model", value: "MODEL", "a model as 'ollama list' shows it; default the only local one there is")
  fileprivate static let seconds = Command.Option(
    "seconds", value: "N", "how long one text may take (1 to 600; default 3, as in dictation)")
}
