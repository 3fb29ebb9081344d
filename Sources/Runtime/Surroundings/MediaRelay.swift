public import Desktop
public import Domain
internal import Synchronization

/// What becomes of a media Action, told to the engine.
public final class MediaRelay: MediaPlayersDelegate {
  private let inbox: RuntimeInbox
  private let target = Mutex<(core: InputCore, input: any InputPerforming)?>(nil)

  public init(inbox: RuntimeInbox) { self.inbox = inbox }

  /// Players are steered by an executor that the core needs, so the core comes later.
  public func connect(_ core: InputCore, _ input: any InputPerforming) {
    target.withLock { $0 = (core, input) }
  }

  public func mediaChanged(_ availability: MediaAvailability) { inbox.post(.componentsChanged) }

  public func mediaFailed(_ command: MediaCommand, _ error: MediaError) { ended(command) }

  /// The engine must not go on believing in an Action that is over.
  public func ended(_ command: MediaCommand) {
    guard let (core, input) = target.withLock({ $0 }) else { return }
    input.perform { core.actionEnded(.media(command)) }
  }
}

/// Media Actions for the executor. Never blocks.
public protocol MediaPerforming: Sendable {
  /// False when no player can be told; then the Action has not begun.
  func begin(_ command: MediaCommand) -> Bool
  func end(_ command: MediaCommand)
}

/// Media Actions over MPRIS.
public struct PlayerControl: MediaPerforming {
  private let players: MediaPlayers
  private let relay: MediaRelay

  public init(players: MediaPlayers, relay: MediaRelay) {
    self.players = players
    self.relay = relay
  }

  public func begin(_ command: MediaCommand) -> Bool {
    guard case .available = players.availability else { return false }
    players.begin(command) { [relay] outcome in
      if case .failed = outcome { relay.ended(command) }
    }
    return true
  }

  public func end(_ command: MediaCommand) { players.end(command) }
}
