extension Command {
  /// Reads the words after the tool's name.
  ///
  /// Options may stand anywhere after their command; `--name value` and `--name=value` are the same; after `--` every
  /// word is an argument. An option belongs to the innermost command; every command has `--help`, and "help COMMAND" is the
  /// same. A negative number is an argument.
  public func parse(_ words: [String]) throws(SyntaxError) -> Invocation {
    var parsing = Parsing(tool: self)
    let options = words.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
      return try parsing.help(options)
    }
    if words.first == "help", subcommand("help") != nil {
      return try parsing.help(naming: words.dropFirst())
    }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { try parsing.take(argument: word) }
        break
      } else if word.hasPrefix("--") {
        try parsing.take(option: word, rest: &rest)
      } else if word.hasPrefix("-"), word.count > 1, Int(word) == nil {
        try parsing.take(letter: word, rest: &rest)
      } else {
        try parsing.take(word: word)
      }
    }
    return try parsing.finish()
  }
}

private struct Parsing {
  var command: Command
  var names: [String]
  var invocation = Invocation()

  init(tool: Command) {
    command = tool
    names = [tool.name]
  }

  /// The command that the words name. Where only commands can stand, a word that is none is told.
  mutating func help(_ words: ArraySlice<String>) throws(SyntaxError) -> Invocation {
    for word in words where !word.hasPrefix("-") {
      if let next = command.subcommand(word) {
        command = next
        names.append(word)
        invocation.path.append(word)
      } else if !command.subcommands.isEmpty {
        throw .unknownCommand(
          word, in: names, nearest: nearest(to: word, in: command.subcommands.map(\.name)))
      }
    }
    invocation.wantsHelp = true
    return invocation
  }

  /// As `help`, for words that must all name commands.
  mutating func help(naming words: ArraySlice<String>) throws(SyntaxError) -> Invocation {
    for word in words {
      guard command.subcommand(word) != nil else {
        throw .unknownCommand(
          word, in: names, nearest: nearest(to: word, in: command.subcommands.map(\.name)))
      }
      try take(word: word)
    }
    invocation.wantsHelp = true
    return invocation
  }

  mutating func take(word: String) throws(SyntaxError) {
    if let next = command.subcommand(word) {
      command = next
      names.append(word)
      invocation.path.append(word)
    } else if !command.subcommands.isEmpty {
      throw .unknownCommand(word, in: names, nearest: nearest(to: word, in: command.subcommands.map(\.name)))
    } else {
      try take(argument: word)
    }
  }

  mutating func take(argument word: String) throws(SyntaxError) {
    let index = min(invocation.arguments.count, command.arguments.count - 1)
    guard index >= 0, invocation.arguments.count == index || command.arguments[index].count.repeats else {
      throw .unexpectedArgument(word, in: names)
    }
    let argument = command.arguments[index]
    if !argument.values.isEmpty && !argument.values.contains(word) {
      throw .valueNotAllowed(word, argument: argument.name, allowed: argument.values)
    }
    invocation.arguments.append(word)
  }

  mutating func take(option word: String, rest: inout ArraySlice<String>) throws(SyntaxError) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      let nearest = nearest(to: name, in: command.options.map(\.name)).map { "--\($0)" }
      throw .unknownOption("--\(name)", in: names, nearest: nearest)
    }
    try accept(option, value: parts.count > 1 ? String(parts[1]) : nil, rest: &rest)
  }

  mutating func take(letter word: String, rest: inout ArraySlice<String>) throws(SyntaxError) {
    guard word.count == 2, let option = command.options.first(where: { $0.letter == word.last }) else {
      throw .unknownOption(word, in: names, nearest: nil)
    }
    try accept(option, value: nil, rest: &rest)
  }

  private mutating func accept(
    _ option: Command.Option, value: String?, rest: inout ArraySlice<String>
  ) throws(SyntaxError) {
    guard let placeholder = option.value else {
      if value != nil { throw .needlessValue(option: option.name) }
      invocation.flags.insert(option.name)
      return
    }
    guard let value = value ?? rest.popFirst() else {
      throw .missingValue(option: option.name, value: placeholder)
    }
    if !option.values.isEmpty && !option.values.contains(value) {
      throw .valueNotAllowed(value, argument: placeholder, allowed: option.values)
    }
    invocation.values[option.name] = value
  }

  func finish() throws(SyntaxError) -> Invocation {
    if !command.subcommands.isEmpty && !command.runsAlone { throw .missingCommand(in: names) }
    for argument in command.arguments.dropFirst(invocation.arguments.count) where argument.count.isNeeded {
      throw .missingArgument(argument.name, in: names)
    }
    return invocation
  }
}

/// The candidate at the smallest edit distance, if that is at most a third of the word.
func nearest(to word: String, in candidates: [String]) -> String? {
  let scored = candidates.map { (distance: editDistance(word, $0), name: $0) }
  guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= max(1, word.count / 3)
  else {
    return nil
  }
  return best.name
}

/// Insertions, deletions and replacements that turn one word into the other (Levenshtein).
func editDistance(_ left: String, _ right: String) -> Int {
  let target = Array(right)
  var row = Array(0...target.count)
  for (i, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in target.indices {
      let replaced = diagonal + (character == target[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[target.count]
}
