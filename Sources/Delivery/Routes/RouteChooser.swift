/// What happens to a text whose target could not be seen.
public enum UnverifiedPolicy: String, CaseIterable, Hashable, Sendable {
  /// It goes to whatever has the focus.
  case deliver
  case keep
}

/// A kind of way; a session has several that type keys, and the first that can is taken.
enum RouteKind: Hashable, Sendable {
  case accessibility
  case keys
  case clipboard
  case sink
}

/// Decides which ways a text may take, before anything has left. Pure.
struct RouteChooser: Hashable, Sendable {
  var preference: DeliveryRoute
  var unverified = UnverifiedPolicy.deliver

  /// - Parameter target: nil is as unverified.
  /// - Returns: the best first: the first that can deliver the whole text is taken.
  func candidates(for text: String, _ target: Target?) -> Result<[RouteKind], KeptReason> {
    let target = target ?? .unverified
    switch preference {
    case .standardOutput, .file: return .success([.sink])
    case .automatic, .accessibility, .typedKeys, .clipboard: break
    }
    if target.certainty == .unverified, unverified == .keep { return .failure(.target(.unverified)) }
    if target.isMultiline == false, text.unicodeScalars.contains(where: \.endsLine) {
      return .failure(.lineBreak)
    }
    return switch preference {
    case .automatic:
      .success(target.takesInsertions ? [.accessibility, .keys, .clipboard] : [.keys, .clipboard])
    case .accessibility: target.takesInsertions ? .success([.accessibility]) : .failure(.notAccessible)
    case .typedKeys: .success([.keys])
    case .clipboard: .success([.clipboard])
    case .standardOutput, .file: .success([.sink])
    }
  }

  /// Which obstacle tells the user most, when no way is left: that keys are missing, sooner than that accessibility or a
  /// clipboard is.
  static func reason(_ obstacles: [(kind: RouteKind, reason: KeptReason)]) -> KeptReason {
    let characters = obstacles.first { if case .untypeable = $0.reason { true } else { false } }
    let keys = obstacles.last { $0.kind == .keys }
    return (characters ?? keys ?? obstacles.last)?.reason ?? .noRoute
  }
}

extension Target {
  /// Whether text can be inserted through accessibility; see `Toolkit.insertsText`.
  var takesInsertions: Bool {
    guard certainty == .verified, let object = lease.object, object.caret != nil else { return false }
    return object.toolkit.insertsText && role != .terminal
  }
}

extension Unicode.Scalar {
  /// Line feed, carriage return and their like (Unicode Standard, 5.8): a key for them would send a form or run a command.
  fileprivate var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
