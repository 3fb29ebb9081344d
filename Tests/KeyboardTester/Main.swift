internal import Delivery
internal import Domain
internal import Glibc
internal import KeyboardInput
internal import SystemCalls

// keyboard-tester [--kernel-reads] [--driven VID:PID] observe|grab NAME|PATH … -- CHORD…
//
// The keyboard thread alone, on a US layout. Prints a line for each thing that it is told: "chord NAME down|up SOURCE",
// "state INDEX STATE", "problem CHORD REASON". Reads commands: "chords CHORD…", "suspend", "resume", "stall MILLISECONDS",
// "bytes", "stop"; each is answered by a line when it was taken.

@main
struct Main {
  static func main() throws {
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    let keymap = try Keymap.xkb(layout: "us")
    let thread = KeyboardThread(
      sink: Printer(),
      surroundings: KeyboardSurroundings(
        layout: {
          { chord in keymap.resolve(chord).map { ChordKeys(key: $0.key, modifiers: $0.modifiers) } }
        },
        isDriven: { options.driven == $0.description }, kernelReads: { options.kernelReads }))
    thread.setKeyboards(options.keyboards)
    thread.setChords(options.chords)
    try thread.start()
    while let line = readLine(), line != "stop" {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "chords": thread.setChords(words.dropFirst().compactMap(KeyChord.init))
      case "suspend": thread.suspend()
      case "resume": thread.resume()
      case "stall": thread.stall(for: .milliseconds(Int(words[1]) ?? 0))
      case "bytes": thread.countBytes { say("bytes \($0)") }
      default: say("unknown \(line)")
      }
    }
    thread.stop()
    say("stopped")
  }
}

struct Options: Sendable {
  var keyboards: [KeyboardSelection] = []
  var chords: [KeyChord] = []
  var driven: String?
  var kernelReads = false

  init(_ words: [String]) {
    var words = words[...]
    while let word = words.popFirst(), word != "--" {
      switch word {
      case "--kernel-reads": kernelReads = true
      case "--driven": driven = words.popFirst()
      default:
        guard let mode = KeyboardSelection.Mode(rawValue: word), let match = words.popFirst() else {
          continue
        }
        keyboards.append(
          KeyboardSelection(match: match.hasPrefix("/") ? .path(match) : .name(match), mode: mode))
      }
    }
    chords = words.compactMap(KeyChord.init)
  }
}

struct Printer: ChordSink {
  func chord(_ chord: KeyChord, isDown: Bool, source: ChordSourceID, at instant: MonotonicInstant) {
    say("chord \(chord) \(isDown ? "down" : "up") \(source.rawValue)")
  }

  func stateChanged(_ state: ChordInputState) {
    for (index, keyboard) in state.keyboards.enumerated() {
      say("state \(index) \(keyboard.state)")
      if let message = keyboard.message { say("message \(index) \(message)") }
    }
    for problem in state.problems { say("problem \(problem.message)") }
  }
}

func say(_ line: String) {
  var text = line + "\n"
  text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
}
