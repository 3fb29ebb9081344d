public import Domain

/// Something that has happened and that can begin or end Actions. A fact is never a wish: the machine decides.
public enum BindingFact: Hashable, Sendable {
  /// A Device is ready, with all its Controls released. The same handle again means that it was away unnoticed.
  case attached(DeviceDescriptor)
  /// A Control changed. The event's own instant counts, not the one of the call.
  case control(ControlEvent)
  case deviceRemoved(DeviceHandle)
  case profileReplaced(Profile)
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
