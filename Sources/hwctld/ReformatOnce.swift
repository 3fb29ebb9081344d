import CommandSyntax
import Dictation
import Domain
import Profiles
import Refinement
import SystemCalls
import Terminal
import Transcript
import VoiceHistory

/// `hwctl history reformat`: a kept text in another style, or by a refiner.
enum ReformatOnce {
  private struct Reformatted: Encodable {
    let session, style, text: String
    let refiner: String?
  }

  /// Somebody waits at a terminal, where Ctrl-C ends it: long enough for a large model on a slow machine.
  private static let refinerLimit = Duration.seconds(300)

  static func run(_ invocation: Invocation) async {
    let directories = Directories.standard()
    let preferences = Parts.readPreferences(directories)
    if let refusal = preferences.refusalToKeep { Terminal.fail(.failed, refusal) }
    do throws(HistoryError) {
      let session = try OnceHistory.session(invocation.arguments[0], directories)
      var options = preferences.transcriptOptions
      if let style = invocation.values["style"].flatMap(WritingStyle.init(rawValue:)) {
        options.style = style
      }
      guard let source = source(session.results) else {
        Terminal.fail(.failed, "session \(session.record.id) has no text.")
      }
      let (edited, document) = texts(session.results[source], options)
      var result = ResultRecord.formatted(
        document, origin: .reformat, source: source, style: options.style.rawValue)
      if let name = invocation.values["refiner"] {
        let (refined, outcome) = await refine(edited, options, by: name)
        result = .formatted(refined, origin: .reformat, source: source, style: options.style.rawValue)
        result.note(outcome)
      }
      guard !result.text.isEmpty else {
        Terminal.fail(.failed, "nothing of session \(session.record.id) is left in that style.")
      }
      let editor = try HistoryEditor(folder: directories.voice)
      if let message = editor.openingReport.message { Terminal.complain(message + ".") }
      try editor.append([result], to: session.record.id)
      finish(session.record.id, result, invocation)
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }

  /// The newest correction, else what was recognised last.
  private static func source(_ results: [ResultRecord]) -> Int? {
    results.lastIndex { $0.origin == .correction } ?? results.lastIndex { $0.stage == .raw }
  }

  /// What a refiner gets, and the text without one. Of a correction every word is meant: none is a command any more.
  private static func texts(
    _ source: ResultRecord, _ options: TranscriptOptions
  ) -> (edited: String, document: Document) {
    if source.origin == .correction {
      return (source.text, TranscriptPipeline.restyled(source.text, options: options))
    }
    let stages = TranscriptPipeline.run(raw: source.text, options: options)
    return (stages.edited, stages.document)
  }

  /// Ends the program where the refiner's text cannot be used: the text without it is there already.
  private static func refine(
    _ edited: String, _ options: TranscriptOptions, by name: String
  ) async -> (Document, RefinementOutcome) {
    guard let model = OllamaModelName(name) else {
      Terminal.fail(.usage, "'\(name)' cannot be the name of a model (--refiner).")
    }
    let router = RefinerRouter(refiner: await RefinerOnce.ready(model))
    let request = RefinementRequest(
      transcript: edited, style: options.style,
      context: RefinementContext(locale: options.language, dictionary: options.dictionary.writtenTerms))
    let outcome = await router.outcome(of: request, within: refinerLimit)
    await router.shutDown()
    switch outcome {
    case .refined(let document, _): return (document, outcome)
    case .fallback(let reason, let evidence):
      let failure = RefinerFailure(reason, detail: evidence.detail)
      Terminal.fail(.failed, RefinerOnce.explain(failure, model: name) + " Nothing was added.")
    }
  }

  private static func finish(_ session: SessionID, _ result: ResultRecord, _ invocation: Invocation) {
    if invocation.flags.contains("json") {
      return Terminal.print(
        json: Reformatted(
          session: session.rawValue, style: result.style ?? "", text: result.text, refiner: result.refiner))
    }
    Terminal.print(result.text + "\n")
  }
}
