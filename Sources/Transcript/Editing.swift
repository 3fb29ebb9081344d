/// Raw text as recognised -> Edited text as it may be delivered.
///
/// What the first release edits: space. Words are never changed, dropped or added, so Raw and Edited hold the same words
/// in the same order. Spoken edits and the dictionary are further rules of this stage.
public enum Editing {
  /// Joins the words by single spaces, with none in front and none behind, and takes out control characters, so that
  /// nothing the recogniser says can act as Enter or Tab in the target.
  ///
  /// - Returns: an empty string when nothing but space was said.
  public static func edited(raw: String) -> String {
    raw.split(whereSeparator: { $0.isWhitespace || $0.isControl }).joined(separator: " ")
  }
}

extension Character {
  /// C0 and C1 controls and DEL (Unicode general category Cc).
  fileprivate var isControl: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
  }
}
