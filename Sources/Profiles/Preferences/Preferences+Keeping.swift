extension Preferences {
  /// Why a command that would add words or sound to history does not; nil where it may. What takes away, or only marks, is
  /// done all the same.
  public var refusalToKeep: String? {
    history.keep ? nil : "nothing is to be kept (preferences, history.keep), so nothing is written."
  }
}
