/// Why words are no Action: the end of a sentence, and what may stand there.
public struct ActionWordsError: Error, Hashable, Sendable {
  public var problem: String
  public var allowed: [String]

  public init(_ problem: String, allowed: [String] = []) {
    self.problem = problem
    self.allowed = allowed
  }

  public var message: String {
    problem + (allowed.isEmpty ? "" : "; known: " + allowed.joined(separator: ", "))
  }
}

extension Action {
  /// The Action as one types it: "keyboardShortcut ctrl+k ctrl+s", "media seek -5", "profile next", "localDictation".
  public var words: String {
    switch self {
    case .none, .localDictation, .localAIDictation: kind.rawValue
    case .keyboardShortcut(let keys): "\(kind.rawValue) \(keys)"
    case .media(.seek(let seconds)): "\(kind.rawValue) seek \(seconds)"
    case .media(.transcription(let seconds)): "\(kind.rawValue) transcription \(seconds)"
    case .media(let command): "\(kind.rawValue) \(command.name.rawValue)"
    case .profile(.next): "\(kind.rawValue) next"
    case .profile(.to(let id)): "\(kind.rawValue) \(id)"
    }
  }

  /// Reads what `words` writes. Whether a profile of that id exists is not looked at.
  public init(words: [String]) throws(ActionWordsError) {
    guard let first = words.first, let kind = ActionKind(rawValue: first) else {
      let found = words.first.map { "unknown action '\($0)'" } ?? "an action is missing"
      throw ActionWordsError(found, allowed: ActionKind.allCases.map(\.rawValue))
    }
    let rest = Array(words.dropFirst())
    switch kind {
    case .keyboardShortcut: self = .keyboardShortcut(try Self.keys(rest))
    case .media: self = .media(try MediaCommand(words: rest))
    case .profile:
      guard rest.count == 1 else {
        throw ActionWordsError("'profile' needs the id of a profile, or 'next'")
      }
      self = .profile(rest[0] == "next" ? .next : .to(rest[0]))
    case .none: self = try Self.alone(.none, rest)
    case .localDictation: self = try Self.alone(.localDictation, rest)
    case .localAIDictation: self = try Self.alone(.localAIDictation, rest)
    }
  }

  private static func alone(_ action: Action, _ rest: [String]) throws(ActionWordsError) -> Action {
    guard let word = rest.first else { return action }
    throw ActionWordsError("unexpected '\(word)' after '\(action.kind.rawValue)'")
  }

  private static func keys(_ words: [String]) throws(ActionWordsError) -> KeySequence {
    if let keys = KeySequence(words.joined(separator: " ")) { return keys }
    throw ActionWordsError(
      "'\(words.joined(separator: " "))' is no shortcut: write modifiers and one key, as in ctrl+shift+v",
      allowed: KeyChord.Modifier.allCases.map { $0.rawValue + "+" })
  }
}

extension MediaCommand {
  /// Reads "playPause", "seek -5", "transcription 2"; the last amount may be left out.
  init(words: [String]) throws(ActionWordsError) {
    guard let first = words.first, let name = Name(rawValue: first) else {
      let found = words.first.map { "unknown media command '\($0)'" } ?? "'media' needs a command"
      throw ActionWordsError(found, allowed: Name.allCases.map(\.rawValue))
    }
    switch name {
    case .seek:
      let limit = Self.seekLimitSeconds
      guard words.count == 2, let seconds = Int(words[1]), seconds != 0, (-limit...limit).contains(seconds)
      else {
        throw ActionWordsError("'seek' needs seconds, -\(limit) to \(limit) and not 0, as in 'seek -5'")
      }
      self = .seek(seconds: seconds)
    case .transcription:
      let seconds = words.count == 1 ? Self.standardRewindSeconds : Int(words[1])
      guard words.count <= 2, let seconds, (0...Self.rewindLimitSeconds).contains(seconds) else {
        throw ActionWordsError(
          "'transcription' takes the seconds to go back, 0 to \(Self.rewindLimitSeconds)")
      }
      self = .transcription(rewindSeconds: seconds)
    case .playPause, .play, .pause, .stop, .next, .previous:
      if words.count > 1 { throw ActionWordsError("unexpected '\(words[1])' after '\(first)'") }
      self = Self.plain(name)
    }
  }

  /// The command of a name that needs no amount; the others with their usual one.
  public static func plain(_ name: Name) -> MediaCommand {
    switch name {
    case .playPause: .playPause
    case .play: .play
    case .pause: .pause
    case .stop: .stop
    case .next: .next
    case .previous: .previous
    case .seek: .seek(seconds: -5)
    case .transcription: .transcription(rewindSeconds: standardRewindSeconds)
    }
  }
}
