extension Command {
  /// The help page of the command that the path names, as far as it names one. Lines end with "\n".
  public func help(for path: [String]) -> String {
    var command = self
    var names = [name]
    for word in path {
      guard let next = command.subcommand(word) else { break }
      command = next
      names.append(word)
    }
    return command.page(names.joined(separator: " "))
  }

  private func page(_ fullName: String) -> String {
    var text = "\(fullName) - \(summary)\n\nUsage: \(fullName)\(usage)\n"
    if !details.isEmpty { text += "\n\(details)\n" }
    let argumentRows = arguments.map { argument in
      (
        argument.name,
        argument.values.isEmpty
          ? argument.summary
          : argument.summary + ": "
            + argument.values.joined(separator: ", ")
      )
    }
    text += table("Arguments", argumentRows)
    text += table("Commands", subcommands.map { ($0.name, $0.summary) })
    text += table("Options", (options + [.help]).map { ($0.label, $0.summaryWithValues) })
    return text
  }

  private var usage: String {
    var text = options.isEmpty ? "" : " [OPTIONS]"
    if !subcommands.isEmpty { text += runsAlone ? " [COMMAND]" : " COMMAND" }
    for argument in arguments {
      switch argument.count {
      case .one: text += " \(argument.name)"
      case .optional: text += " [\(argument.name)]"
      case .many: text += " \(argument.name)..."
      case .anyNumber: text += " [\(argument.name)...]"
      }
    }
    return text
  }

  private func table(_ title: String, _ rows: [(String, String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { name, summary in
      "  \(name)\(String(repeating: " ", count: width - name.count + 3))\(summary)\n"
    }
    return "\n\(title):\n" + lines.joined()
  }
}

extension Command.Option {
  fileprivate var summaryWithValues: String {
    values.isEmpty ? summary : summary + ": " + values.joined(separator: ", ")
  }

  /// "-h, --help" or "    --file AUDIO"
  fileprivate var label: String {
    (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }
}
