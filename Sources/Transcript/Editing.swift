/// Raw text as recognised -> the same words, space made orderly: what is delivered when no rule applies.
public enum Editing {
  /// Joins the words by single spaces, with none in front and none behind, and takes out control characters, so that
  /// nothing the recogniser says can act as Enter or Tab in the target.
  ///
  /// - Returns: an empty string when nothing but space was said.
  public static func edited(raw: String) -> String {
    let list = WordList(raw)
    return list.words.map { list.text($0.range) }.joined(separator: " ")
  }
}
