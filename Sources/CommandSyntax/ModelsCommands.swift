extension Command {
  static let models = Command(
    "models", "list, install, check and choose speech models",
    details: """
      A model is a folder of files that its manifest lists with sizes and SHA-256. Nothing else is ever loaded: what does not
      fit its manifest is refused, and a model is installed whole or not at all.
      """,
    subcommands: [
      Command(
        "list", "list the models that are installed, and those that can be",
        details: "The one in use is marked with a star.", options: [.json]),
      Command(
        "install", "install a model",
        details: """
          ID is one that 'hwctl models list' shows; its files are fetched from pinned addresses, and a download that broke off
          goes on where it stopped. Or else --from names a folder or an archive (tar, zip) of a model with its manifest.json;
          with ID too, the files alone will do.
          """,
        arguments: [Argument("ID", "a model of the list", count: .optional)],
        options: [Option("from", value: "PATH", "a folder or an archive, instead of the network"), .json]),
      Command(
        "verify", "check every file of a model", arguments: [.optionalModel], options: [.json]),
      Command(
        "remove", "remove a model of yours", arguments: [.model],
        options: [Option("force", "even the one in use"), .json]),
      Command("use", "recognise speech with this model from now on", arguments: [.model], options: [.json]),
      Command("path", "print the folder of a model", arguments: [.optionalModel], options: [.json]),
    ])
}

extension Command.Argument {
  fileprivate static let model = Command.Argument("ID", "a model's id")
  fileprivate static let optionalModel = Command.Argument(
    "ID", "a model's id; default the one in use", count: .optional)
}
