internal import FoundationEssentials
public import Transcript

extension ResultRecord {
  /// What the transcript made of a recognised text, as results behind it: Edited with its trace, and Formatted with its
  /// document. None where everything was taken back.
  ///
  /// - Parameters:
  ///   - raw: the index of the Raw result in the session's results; the first of these comes right behind it.
  ///   - style: the name of the writing style.
  public static func results(
    of stages: TranscriptStages, origin: ResultOrigin, raw: Int, style: String
  ) -> [ResultRecord] {
    if stages.edited.isEmpty { return [] }
    let edited = edited(stages, origin: origin, source: raw)
    let formatted = formatted(stages.document, origin: origin, source: raw + 1, style: style)
    return formatted.text.isEmpty ? [edited] : [edited, formatted]
  }

  /// The text after spoken edits and dictionary, with its trace.
  public static func edited(_ stages: TranscriptStages, origin: ResultOrigin, source: Int) -> ResultRecord {
    ResultRecord(
      stage: .edited, origin: origin, text: stages.edited, source: source, trace: json(stages.trace))
  }

  /// The text as its document is rendered, in a style.
  public static func formatted(
    _ document: Document, origin: ResultOrigin, source: Int, style: String
  ) -> ResultRecord {
    ResultRecord(
      stage: .formatted, origin: origin, text: document.rendered(.structured), source: source,
      document: json(document), style: style)
  }

  /// With its keys in order, so that equal evidence is equal text.
  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value of strings and numbers always encodes")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
