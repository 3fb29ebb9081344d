/// Where loaded settings come from.
public enum SettingsOrigin: Hashable, Sendable {
  case file
  /// There is no file; hwctl's own settings are used.
  case standard
  /// The file could not be understood at all and is kept under this path; hwctl's own settings are used. Say it.
  case preserved(path: String, issue: ProfileIssue)

  /// For people; nil where there is nothing to say.
  public var message: String? {
    guard case .preserved(let path, let issue) = self else { return nil }
    return "a settings file was damaged (\(issue)) and is kept as \(path); the standard settings are used. "
      + "Mend it and move it back, or delete it"
  }
}
