public import Domain

/// Something that has happened and that can begin or end Actions. A fact is never a wish: the machine decides.
public enum BindingFact: Hashable, Sendable {
  /// A Device is ready, with all its Controls released. The same handle again means that it was away unnoticed.
  case attached(DeviceDescriptor)
  /// A Control changed. The event's own instant counts, not the one of the call.
  case control(ControlEvent)
  case deviceRemoved(DeviceHandle)
  /// A keyboard chord went down or up. Chords that the profile does not have are passed over.
  case chord(KeyChord, isDown: Bool, source: ChordSourceID)
  /// The keyboard is gone, or the desktop tells no more: what it held is up.
  case chordSourceLost(ChordSourceID)
  case profileReplaced(Profile)
  /// `BindingMachine.deadline` has passed; before it, nothing happens.
  case deadlinePassed
  /// Someone asked for it by `hwctl`.
  case commanded(ActionCommand, Action)
  /// The executor ended the Action by itself, or could not begin it.
  case actionEnded(Action)
  /// The session or the machine goes to sleep: nothing may run on.
  case suspended
}

/// What `hwctl` can ask of an Action.
public enum ActionCommand: String, CaseIterable, Hashable, Sendable {
  case begin
  case end
  case toggle
  case cancel
}
