extension TranscriptPipeline {
  /// A text that somebody wrote, in a style: its words are meant as they stand, commands and numbers among them.
  ///
  /// - Parameter text: in the structured form.
  public static func restyled(_ text: String, options: TranscriptOptions) -> Document {
    var document = Document(text: text)
    _ = Styling.apply(to: &document, options)
    return document
  }
}
