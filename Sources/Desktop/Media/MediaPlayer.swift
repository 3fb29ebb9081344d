internal import MessageBus

/// A player on the bus as we know it (MPRIS D-Bus interface specification 2.2, "Media Player").
struct MediaPlayer: Hashable {
  static let namespace = "org.mpris.MediaPlayer2"
  static let path = "/org/mpris/MediaPlayer2"
  static let interface = "org.mpris.MediaPlayer2.Player"
  /// Names that only pass on what they are told to another player that is on the bus itself.
  static let proxies: Set<String> = ["playerctld"]

  /// "mpv", "vlc.instance1234"
  var name: String
  /// ":1.42"
  var owner: String
  var properties = PlayerProperties()
  /// Grows with each use; 0 for never.
  var lastUse = 0

  /// Whether a preference means this player: its name, also without ".instance1234".
  func isMeant(by preference: String) -> Bool {
    let (name, preference) = (name.lowercased(), preference.lowercased())
    return name == preference || name.hasPrefix(preference + ".")
  }

  /// "mpv" of "org.mpris.MediaPlayer2.mpv"; nil for other names, and for proxies.
  static func shortName(_ busName: String) -> String? {
    guard busName.hasPrefix(namespace + ".") else { return nil }
    let name = String(busName.dropFirst(namespace.utf8.count + 1))
    return name.isEmpty || proxies.contains(name) ? nil : name
  }
}

/// What a player says of itself; nil for what it does not say, or says in another type.
struct PlayerProperties: Hashable {
  var isPlaying: Bool?
  var canControl: Bool?
  var canPlay: Bool?
  var canPause: Bool?
  var canSeek: Bool?
  var canGoNext: Bool?
  var canGoPrevious: Bool?
  /// Microseconds; true for the moment of the answer only.
  var position: Int64?
  /// Microseconds.
  var length: Int64?

  init() {}

  init(_ values: [String: BusValue]) {
    isPlaying = values["PlaybackStatus"]?.string.map { $0 == "Playing" }
    canControl = values["CanControl"]?.boolean
    canPlay = values["CanPlay"]?.boolean
    canPause = values["CanPause"]?.boolean
    canSeek = values["CanSeek"]?.boolean
    canGoNext = values["CanGoNext"]?.boolean
    canGoPrevious = values["CanGoPrevious"]?.boolean
    position = values["Position"]?.integer
    length = values["Metadata"]?.properties?["mpris:length"]?.integer
  }

  /// Takes over what a change names.
  mutating func merge(_ change: PlayerProperties) {
    isPlaying = change.isPlaying ?? isPlaying
    canControl = change.canControl ?? canControl
    canPlay = change.canPlay ?? canPlay
    canPause = change.canPause ?? canPause
    canSeek = change.canSeek ?? canSeek
    canGoNext = change.canGoNext ?? canGoNext
    canGoPrevious = change.canGoPrevious ?? canGoPrevious
    length = change.length ?? length
  }

  /// How far to jump so that neither the begin nor the end is passed: beyond the end a player would go to the next track.
  func offset(seeking wanted: Int64) -> Int64 {
    guard let position else { return wanted }
    guard wanted > 0 else { return max(wanted, -max(position, 0)) }
    guard let length, length > 0 else { return wanted }
    return max(min(wanted, length - Self.endMargin - position), 0)
  }

  /// A jump forward stops half a second before the end, in microseconds.
  static let endMargin: Int64 = 500_000
}

/// One thing that a player is told or asked.
enum PlayerCall: Hashable {
  case play, pause, playPause, stop, next, previous
  /// Microseconds from where it is.
  case seek(Int64)
  case readProperties

  func busCall(to owner: String) -> BusCall {
    switch self {
    case .play: Self.player(owner, "Play")
    case .pause: Self.player(owner, "Pause")
    case .playPause: Self.player(owner, "PlayPause")
    case .stop: Self.player(owner, "Stop")
    case .next: Self.player(owner, "Next")
    case .previous: Self.player(owner, "Previous")
    case .seek(let offset): Self.player(owner, "Seek", [.int64(offset)])
    case .readProperties: .getAll(of: MediaPlayer.interface, owner, MediaPlayer.path, startsService: false)
    }
  }

  private static func player(_ owner: String, _ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(owner, MediaPlayer.path, MediaPlayer.interface, member, arguments, startsService: false)
  }
}

enum PlayerAnswer: Hashable {
  case done
  case properties(PlayerProperties)
  case failed(MediaError.Code)
}
