/// Shells that `hwctl completions` writes for.
public enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Command {
  /// A completion script: the words that may follow each command, taken from the command data.
  public func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions()
    case .zsh: "#compdef \(name)\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletions()
    case .fish: fishCompletions()
    }
  }

  /// Every command with its path ("hwctl history list").
  private func commands(_ path: String = "") -> [(path: String, command: Command)] {
    let here = path.isEmpty ? name : "\(path) \(name)"
    return [(here, self)] + subcommands.flatMap { $0.commands(here) }
  }

  private var words: [String] {
    subcommands.map(\.name) + arguments.flatMap(\.values) + (options + [.help]).map { "--\($0.name)" }
  }

  /// How a person may write an option that takes a value: "--limit", "-n".
  private var spellings: [(option: Option, texts: [String])] {
    options.filter { $0.value != nil }.map { option in
      (option, ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []))
    }
  }

  /// The command that the words before the cursor reach is found by stepping over options, their values and arguments.
  private func bashCompletions() -> String {
    let commands = commands()
    let paths = commands.dropFirst().map { "'\($0.path)'" }.joined(separator: "|")
    let valued = commands.flatMap { path, command in
      command.spellings.flatMap(\.texts).map { "'\(path) \($0)'" }
    }
    let values = commands.flatMap { path, command in
      command.spellings.filter { !$0.option.values.isEmpty }.map { option, texts in
        let keys = texts.map { "'\(path) \($0)'" }.joined(separator: "|")
        return "    \(keys)) words='\(option.values.joined(separator: " "))' ;;\n"
      }
    }
    let cases = commands.map { "    '\($0.path)') words='\($0.command.words.joined(separator: " "))' ;;\n" }
    return """
      _\(name)() {
        local path=\(name) word option='' words='' index
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          [ "$word" = = ] && continue
          if [ -n "$option" ]; then option=''; continue; fi
          case "$path $word" in
            \(valued.isEmpty ? "''" : valued.joined(separator: "|"))) option=$word ;;
            \(paths.isEmpty ? "''" : paths)) path="$path $word" ;;
          esac
        done
        word=${COMP_WORDS[COMP_CWORD]}
        [ "$word" = = ] && word=''
        case "$path${option:+ $option}" in
      \((values + cases).joined())  esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -o default -F _\(name) \(name)

      """
  }

  private func fishCompletions() -> String {
    var lines = ["complete -c \(name) -f"]
    for command in subcommands {
      lines.append("complete -c \(name) -n __fish_use_subcommand -a \(command.name) -d '\(command.summary)'")
      let seen = "-n '__fish_seen_subcommand_from \(command.name)'"
      for word in command.subcommands.map(\.name) + command.arguments.flatMap(\.values) {
        lines.append("complete -c \(name) \(seen) -a \(word)")
      }
      for option in command.options { lines.append("complete -c \(name) \(seen) -l \(option.name)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
