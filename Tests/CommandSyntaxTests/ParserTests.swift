import CommandSyntax
import Testing

private let tool = Command(
  "tool", "do things",
  options: [],
  subcommands: [
    Command(
      "list", "list things",
      options: [.init("limit", letter: "n", value: "N", "at most N"), .init("json", "as JSON")]),
    Command("show", "show one", arguments: [.init("ID", "which")]),
    Command("begin", "begin", arguments: [.init("ACTION", "what", values: ["localDictation", "none"])]),
  ])

@Suite struct ParserTests {
  @Test func optionsAreReadWithASpaceOrAnEqualsSign() throws {
    let spaced = try tool.parse(["list", "--limit", "3", "--json"])
    #expect(spaced.path == ["list"] && spaced.values == ["limit": "3"] && spaced.flags == ["json"])
    #expect(try tool.parse(["list", "--limit=3", "--json"]) == spaced)
    #expect(try tool.parse(["list", "-n", "3", "--json"]) == spaced)
  }

  @Test func wordsAfterTwoDashesAreArguments() throws {
    #expect(try tool.parse(["show", "--", "--json"]).arguments == ["--json"])
    let help = try tool.parse(["show", "--", "-h"])
    #expect(help.arguments == ["-h"] && !help.wantsHelp)
  }

  @Test func aNegativeNumberIsAnArgument() throws {
    #expect(try tool.parse(["show", "-5"]).arguments == ["-5"])
    #expect(throws: SyntaxError.self) { try tool.parse(["show", "-5x"]) }
  }

  @Test func helpAnywhereWinsAndNamesTheInnermostCommand() throws {
    let invocation = try tool.parse(["list", "--nonsense", "--help"])
    #expect(invocation.wantsHelp && invocation.path == ["list"])
  }

  @Test(arguments: [
    (["lst"], "unknown command 'lst' (did you mean 'list'?). See 'tool --help'."),
    ([], "a command is missing. See 'tool --help'."),
    (["list", "--jsn"], "unknown option '--jsn' (did you mean '--json'?). See 'tool list --help'."),
    (["list", "--limit"], "option '--limit' needs a value: --limit N."),
    (["list", "--json=yes"], "option '--json' takes no value."),
    (["show"], "ID is missing. See 'tool show --help'."),
    (["show", "a", "b"], "unexpected argument 'b'. See 'tool show --help'."),
    (["begin", "flying"], "'flying' is not a known ACTION. Known: localDictation, none."),
  ])
  func wrongCommandLinesSayWhatAndWhere(words: [String], message: String) {
    let error = #expect(throws: SyntaxError.self) { _ = try tool.parse(words) }
    #expect(error?.message == message)
  }

  @Test func helpListsCommandsArgumentsAndOptions() {
    #expect(
      tool.help(for: ["list"]) == """
        tool list - list things

        Usage: tool list [OPTIONS]

        Options:
          -n, --limit N   at most N
              --json      as JSON
          -h, --help      show this help

        """)
    #expect(tool.help(for: []).contains("  show    show one\n"))
    #expect(tool.help(for: ["begin"]).contains("ACTION   what: localDictation, none"))
  }

  @Test(arguments: Shell.allCases) func completionsNameEveryCommand(shell: Shell) {
    let script = tool.completions(for: shell)
    for word in ["list", "show", "begin", "localDictation"] { #expect(script.contains(word)) }
  }
}
