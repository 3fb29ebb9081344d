/// The players on the bus, and which one is meant.
struct PlayerList: Hashable {
  /// A session has a handful; what comes after this many is not heard of.
  static let limit = 64

  private(set) var players: [MediaPlayer] = []
  var preference: String?
  private var uses = 0

  mutating func add(_ name: String, owner: String) {
    // A name that changes hands is another player.
    remove(name)
    guard players.count < Self.limit else { return }
    players.append(MediaPlayer(name: name, owner: owner))
  }

  @discardableResult
  mutating func remove(_ name: String) -> MediaPlayer? {
    guard let index = players.firstIndex(where: { $0.name == name }) else { return nil }
    return players.remove(at: index)
  }

  mutating func removeAll() { players = [] }

  mutating func change(owner: String, _ change: PlayerProperties) {
    for index in players.indices where players[index].owner == owner {
      let wasPlaying = players[index].properties.isPlaying == true
      players[index].properties.merge(change)
      if !wasPlaying, change.isPlaying == true { use(index) }
    }
  }

  mutating func use(_ player: MediaPlayer) {
    if let index = players.firstIndex(where: { $0.owner == player.owner && $0.name == player.name }) {
      use(index)
    }
  }

  private mutating func use(_ index: Int) {
    uses += 1
    players[index].lastUse = uses
  }

  /// The preferred one if it runs; else the one that plays; else the one used last; else the only one.
  func meant() -> Result<MediaPlayer, MediaError> {
    guard !players.isEmpty else { return .failure(MediaError(.noPlayer)) }
    let controllable = players.filter { $0.properties.canControl != false }
    guard !controllable.isEmpty else {
      return .failure(MediaError(.refused, player: Self.names(players)))
    }
    let preferred = preference.map { preference in controllable.filter { $0.isMeant(by: preference) } } ?? []
    let candidates = preferred.isEmpty ? controllable : preferred
    let playing = candidates.filter { $0.properties.isPlaying == true }
    if let player = playing.max(by: { $0.lastUse < $1.lastUse }) { return .success(player) }
    if let player = candidates.max(by: { $0.lastUse < $1.lastUse }), player.lastUse > 0 {
      return .success(player)
    }
    if candidates.count == 1 { return .success(candidates[0]) }
    return .failure(MediaError(.ambiguous, player: Self.names(candidates)))
  }

  private static func names(_ players: [MediaPlayer]) -> String {
    players.map(\.name).sorted().joined(separator: ", ")
  }
}
