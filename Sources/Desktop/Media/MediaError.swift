/// Why a media player could not be told something.
public struct MediaError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The session's message bus cannot be reached.
    case noBus
    /// No player with MPRIS runs.
    case noPlayer
    /// Several players run, none plays, and none was used before.
    case ambiguous
    /// The player does not let itself be controlled, or cannot do this now.
    case refused
    /// The player can play and pause and not jump. It was paused all the same.
    case cannotSeek
    /// The player did not answer within the time limit.
    case noAnswer
    /// The player ended meanwhile.
    case playerGone
    /// The player answered with an error, or with what is no answer.
    case failed
  }

  public var code: Code
  /// The player's name on the bus without the common part, "mpv"; several with commas. Private: shown, never logged.
  public var player: String?

  public init(_ code: Code, player: String? = nil) {
    self.code = code
    self.player = player
  }

  /// For people: what failed, on what, and what to try.
  public var message: String {
    let name = player.map { " \($0)" } ?? ""
    return switch code {
    case .noBus:
      "The session's message bus cannot be reached, so no media player can be told anything; check "
        + "`systemctl --user status dbus`."
    case .noPlayer:
      "No media player is running that can be controlled (MPRIS). Start one; mpv needs the package mpv-mpris."
    case .ambiguous:
      "Several media players are open and none is playing (\(player ?? "")). Start playback in the one that is meant, or "
        + "name it in the preferences."
    case .refused:
      "The media player\(name) does not allow this now. Open a file in it, or use another player."
    case .cannotSeek:
      "The media player\(name) cannot jump in what it plays, so it was paused without going back. Use a file, not a stream."
    case .noAnswer: "The media player\(name) does not answer. If it hangs, restart it."
    case .playerGone: "The media player\(name) was closed meanwhile."
    case .failed: "The media player\(name) refused or did not understand. Update it, or use another player."
    }
  }
}

/// How a command to a player ended.
public enum MediaOutcome: Hashable, Sendable {
  /// The player said that it was done; for commands that begin nothing, at once.
  case done(player: String?)
  case failed(MediaError)
}

/// Whether a command would reach a player now.
public enum MediaAvailability: Hashable, Sendable {
  case available(player: String)
  case unavailable(MediaError)
}
