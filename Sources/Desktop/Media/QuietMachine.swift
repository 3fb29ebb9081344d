/// Which players are paused while somebody speaks.
///
///     1  quiet: pause each that plays   quietOver: play those again
///     2  quiet   quiet   quietOver   quietOver: as 1, at the first and at the last
///     3  quiet: pause   a person plays it   quietOver: nothing
///     4  not handled: a player that begins while somebody speaks plays on; a person has begun it
struct QuietMachine: Hashable {
  private var depth = 0
  /// Their owners.
  private var paused: [String] = []

  /// - Returns: the owners of the players to pause.
  mutating func begin(_ players: [MediaPlayer]) -> [String] {
    depth += 1
    guard depth == 1 else { return [] }
    paused = players.filter { $0.properties.isPlaying == true && $0.properties.canPause != false }.map(
      \.owner)
    return paused
  }

  /// - Returns: the owners of the players that go on.
  mutating func end(_ players: [MediaPlayer]) -> [String] {
    guard depth > 0 else { return [] }
    depth -= 1
    guard depth == 0 else { return [] }
    defer { paused = [] }
    return paused.filter { owner in players.contains { $0.owner == owner && $0.properties.isPlaying != true }
    }
  }
}
