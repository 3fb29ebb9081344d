import CommandSyntax
import SystemCalls
import Terminal

/// Commands of `hwctl` that are done here, in the foreground, without a daemon.
enum Once {
  static func run(_ invocation: Invocation) async {
    switch invocation.path {
    case ["dictate"]: await DictateOnce.run(invocation)
    case ["devices", "learn"]: TeachOnce.run(invocation)
    case ["devices"]: DevicesOnce.run(json: invocation.flags.contains("json"))
    case ["doctor"]: Doctor.run(json: invocation.flags.contains("json"))
    case ["models", "install"]: InstallModelOnce.run(invocation)
    case ["history", "play"]: PlayOnce.run(invocation)
    case ["history", "import"]: await ImportOnce.run(invocation)
    case ["history", "retranscribe"]: await RetranscribeOnce.run(invocation)
    case ["history", "reformat"]: await ReformatOnce.run(invocation)
    case let path where path.first == "refiner": await RefinerOnce.run(invocation)
    case ["transcript", "explain"]: TranscriptOnce.run(invocation)
    case ["target"]: TargetOnce.run(invocation)
    default: Terminal.fail(.usage, "'hwctld once' is for hwctl's own use. See 'hwctl --help'.")
    }
  }
}
