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

  /// Every command with its path ("hwctl history list") and the words that may follow it.
  private func followers(_ path: String = "") -> [(path: String, words: [String])] {
    let here = path.isEmpty ? name : "\(path) \(name)"
    let words =
      subcommands.map(\.name) + arguments.flatMap(\.values) + (options + [.help]).map { "--\($0.name)" }
    return [(here, words)] + subcommands.flatMap { $0.followers(here) }
  }

  private func bashCompletions() -> String {
    let cases = followers().map { "    '\($0.path)') words='\($0.words.joined(separator: " "))' ;;\n" }
    return """
      _\(name)() {
        local path=\(name) word words=''
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in -*) ;; *) path="$path $word" ;; esac
        done
        case $path in
      \(cases.joined())  esac
        COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
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
