public import CommandSyntax
internal import Domain
public import Transcript

/// `hwctl transcript explain`: its options, and what it prints.
public enum TranscriptReport {
  /// Runs the stages and prints them.
  ///
  /// - Parameters:
  ///   - preferred: the user's own; what the invocation names goes before them.
  ///   - recognition: notes on how the text came about.
  public static func explain(
    _ raw: String, _ invocation: Invocation, _ preferred: TranscriptOptions, recognition: [String] = []
  ) {
    var options = preferred
    if let style = invocation.values["style"].flatMap(WritingStyle.init(rawValue:)) { options.style = style }
    if invocation.flags.contains("punctuation") { options.spokenPunctuation = true }
    if invocation.flags.contains("fillers") { options.removesFillers = true }
    if invocation.flags.contains("numbers") { options.convertsNumbers = true }
    let stages = TranscriptPipeline.run(raw: raw, options: options)
    if invocation.flags.contains("json") {
      Terminal.print(json: Answer(stages, recognition))
    } else {
      Terminal.print(text(stages, recognition))
    }
  }

  /// The stages below each other, for people.
  private static func text(_ stages: TranscriptStages, _ recognition: [String]) -> String {
    var rows = [("raw", shown(stages.raw))] + recognition.map { ("", "  " + $0) }
    for step in stages.explanation.steps {
      rows.append((name(step.stage), shown(step.text)))
      rows += step.notes.map { ("", "  " + $0) }
      if step.stage == .dictionary { rows += trace(stages) }
    }
    rows.append(("structured", shown(stages.document.rendered(.structured))))
    rows.append(("one line", shown(stages.document.rendered(.line))))
    return rows.map { name, value in
      let label = name + String(repeating: " ", count: indent - name.count)
      return label + value.replacingLineBreaks(indent) + "\n"
    }.joined()
  }

  private static let indent = 14

  private static func shown(_ text: String) -> String { text.isEmpty ? "(nothing)" : text }

  private static func name(_ stage: TranscriptExplanation.Stage) -> String {
    switch stage {
    case .spokenEdits: "spoken edits"
    case .dictionary: "dictionary"
    case .normalisers: "normalisers"
    case .style: "style"
    }
  }

  private static func trace(_ stages: TranscriptStages) -> [(String, String)] {
    let rows = stages.trace.spokenEdits.map { edit in "raw " + line(edit) }
    let later = stages.trace.dictionaryEdits.map { edit in "spoken " + line(edit) }
    return (rows + later).enumerated().map { ($0.offset == 0 ? "trace" : "", $0.element) }
  }

  private static func line(_ edit: TextEdit) -> String {
    "\(edit.start)..<\(edit.end) \(edit.operation.rawValue) -> \(edit.replacement.debugDescription)"
  }

  private struct Answer: Encodable {
    var recognition: [String]
    var stages: TranscriptStages
    var structured: String
    var line: String

    init(_ stages: TranscriptStages, _ recognition: [String]) {
      self.recognition = recognition
      self.stages = stages
      structured = stages.document.rendered(.structured)
      line = stages.document.rendered(.line)
    }
  }
}

extension String {
  /// Lines after the first stand below it.
  fileprivate func replacingLineBreaks(_ indent: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
