import Audio
import CommandSyntax
import Delivery
import Dictation
import Dispatch
import Domain
import Glibc
import Profiles
import Speech
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl dictate`: one session through the daemon's own pipeline, its text on standard output.
enum DictateOnce {
  static func run(_ invocation: Invocation) async {
    let directories = Directories.standard()
    // A file comes all at once, and may be as long as the reader takes.
    let parts = Parts(
      Parts.readPreferences(directories), directories: directories, speechBuffer: fileLimit)
    if let problem = parts.modelProblem { Terminal.fail(.failed, problem) }
    let history = parts.history()
    await history?.prepare(within: LateHistory.patience)
    switch history?.newest {
    case .failure(let error)?:
      Terminal.complain(
        "\(error.message) The recording stays in \(directories.voice) where that can be written, and comes into history "
          + "when it can be opened again.")
    case nil where history != nil:
      Terminal.complain("history is still being opened or locked; this is stored when that is done.")
    case .success?, nil: break
    }
    let json = invocation.flags.contains("json")
    let seconds = listeningTime(invocation)
    let outcome = OnceOutcome()
    let source: any MicrophoneOpening
    if let path = invocation.values["file"] {
      source = FileSource(samples: OnceAudio.samples(path))
    } else {
      source = parts.microphone
    }
    var configuration = parts.preferences.dictationConfiguration
    configuration.inputKind = source is FileSource ? .file : .microphone
    let dictation = DictationCoordinator(
      configuration: configuration,
      ports: DictationPorts(
        microphone: source, recogniser: parts.speech, writer: OnceWriter(json: json)),
      store: history, observer: { outcome.note($0) })
    dictation.begin(SessionCause(instant: .now()), generation: 1)
    if source is FileSource { outcome.waitUntilHeard() } else { listen(seconds, outcome) }
    dictation.end(generation: 1, at: .now())
    let note = WaitingNote("recognising")
    dictation.stop(interrupting: false, limit: limit)
    parts.speech.shutDown()
    note.end()
    outcome.conclude(json: json)
  }

  /// What `AudioFileReader` accepts.
  private static let fileLimit = Duration.seconds(7200)

  /// An hour of audio decodes in some minutes; the recogniser's own limits end what hangs.
  private static let limit = Duration.seconds(3600)

  private static func listeningTime(_ invocation: Invocation) -> Int? {
    guard let text = invocation.values["seconds"] else { return nil }
    if invocation.values["file"] != nil {
      Terminal.fail(.usage, "--seconds is for the microphone, not for --file.")
    }
    guard let seconds = Int(text), (1...3600).contains(seconds) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 1 to 3600 (--seconds).")
    }
    return seconds
  }

  /// Until the time is over, Enter or end of input, a signal, or the session's own end.
  private static func listen(_ seconds: Int?, _ outcome: OnceOutcome) {
    if let seconds {
      Terminal.complain("listening for \(seconds) s ...")
    } else {
      Terminal.complain("listening; press Enter or Ctrl-C to finish ...")
      Thread(name: "enter") {
        var byte: UInt8 = 0
        while Glibc.read(STDIN_FILENO, &byte, 1) == 1 && byte != UInt8(ascii: "\n") {}
        outcome.stopListening()
      }.start()
    }
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in outcome.stopListening() }
      source.resume()
      return source
    }
    outcome.waitUntilStopped(limit: seconds.map { .seconds($0) })
    withExtendedLifetime(signals) {}
    // A second Ctrl-C is for the recognition that follows; the audio is saved and reconciliation finds it.
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

/// An audio file in the microphone's place: all samples at once, then the end.
private struct FileSource: MicrophoneOpening, CaptureControlling {
  let samples: [Int16]

  func openCapture(
    source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) -> any CaptureControlling {
    DispatchQueue.global().async {
      onEvent(.opened(.now()))
      onEvent(.firstFrame(.now()))
      // In blocks of a second, so that no single message to the worker grows large.
      for start in stride(from: 0, to: samples.count, by: 16_000) {
        onEvent(.frames(Array(samples[start..<min(start + 16_000, samples.count)])))
      }
      onEvent(.ended(.finished))
    }
    return self
  }

  func finish() {}
  func cancel() {}
}

/// Prints the text; with --json the session is printed at the end instead. What cannot be written is kept in history.
private struct OnceWriter: TextDelivering {
  let writer: TextWriter?

  init(json: Bool) {
    writer =
      json
      ? nil
      : TextWriter(
        route: .standardOutput, keyboard: .failure(DeliveryError(.noUinput, subject: "not used")),
        keymap: .console, options: TypingOptions())
  }

  func deliver(
    _ text: String, to target: Target?, completion: @escaping @Sendable (DeliveryReport) -> Void
  ) {
    if let writer { return writer.deliver(text, to: target, completion: completion) }
    completion(
      DeliveryReport(
        route: .standardOutput, outcome: .written, characters: text.unicodeScalars.count, duration: .zero))
  }

  func cancel() { writer?.cancel() }
}
