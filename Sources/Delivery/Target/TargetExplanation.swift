/// What hwctl sees of the focus, for a person who looks for the reason why a text does not arrive. Says nothing of what is
/// written there.
public struct TargetExplanation: Hashable, Sendable {
  public var applicationID: String?
  public var processID: Int32?
  public var role: TargetRole?
  public var isMultiline: Bool?
  /// Nil where it is refused.
  public var certainty: Target.Certainty?
  /// Nil where nobody says whether the field is for a password.
  public var isSecure: Bool?
  /// "X11", "sway"; nil where no window system tells which window is in front.
  public var windowSystem: String?
  /// Whether the accessibility bus answers.
  public var hasAccessibility: Bool
  /// The ways that a text may take, the first that can is taken; empty when it would be kept.
  public var routes: [String]
  public var reason: String

  /// - Parameter preference: the route of the preferences.
  public init(
    _ capture: TargetCapture, preference: DeliveryRoute, unverified: UnverifiedPolicy, finder: TargetFinder
  ) {
    windowSystem = finder.windowSystem
    hasAccessibility = finder.isListening
    routes = []
    switch capture {
    case .refused(let refusal):
      applicationID = refusal.applicationID
      isSecure = refusal.problem == .passwordField ? true : nil
      if isSecure == true { role = .password }
      reason = refusal.message
    case .target(let target):
      (applicationID, processID) = (target.applicationID, target.processID)
      (role, isMultiline, certainty) = (target.role, target.isMultiline, target.certainty)
      isSecure = target.certainty == .verified ? false : nil
      switch RouteChooser(preference: preference, unverified: unverified).candidates(for: "", target) {
      case .failure(let kept): reason = kept.message
      case .success(let kinds):
        routes = kinds.map { $0.name(preference) }
        reason = Self.reason(target, preference)
      }
    }
  }

  private static func reason(_ target: Target, _ preference: DeliveryRoute) -> String {
    guard preference == .automatic else { return "the preferences name this route" }
    if target.takesInsertions { return "the field takes text through accessibility, and it can be read back" }
    if target.role == .terminal { return "a terminal takes keys" }
    guard let object = target.lease.object else {
      return target.certainty == .window
        ? "accessibility does not show the field, only the window is known" : "nothing is known of the focus"
    }
    return object.toolkit.insertsText
      ? "the field has no caret that can be asked"
      : "the application does not insert text through accessibility"
  }
}

extension RouteKind {
  fileprivate func name(_ preference: DeliveryRoute) -> String {
    switch self {
    case .accessibility: RouteName.accessibility.name
    case .keys: RouteName.typedKeys.name
    case .clipboard: RouteName.clipboard.name
    case .sink: preference.name
    }
  }
}
