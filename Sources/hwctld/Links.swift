import Delivery
import Desktop
import Domain
import Drivers
import KeyboardInput
import MessageBus
import Profiles
import Runtime
import SystemCalls
import Terminal

/// The daemon's connections to the desktop. Made before the executor, which needs the players.
struct Links {
  let userBus: MessageBus
  let systemBus: MessageBus
  let players: MediaPlayers
  let relay: MediaRelay

  init(_ inbox: RuntimeInbox) {
    do throws(SystemError) {
      userBus = try MessageBus(.user, name: "user-bus")
      systemBus = try MessageBus(.system, name: "system-bus")
    } catch {
      Terminal.fail(.failed, "\(error.description).")
    }
    relay = MediaRelay(inbox: inbox)
    players = MediaPlayers(bus: userBus, delegate: relay)
  }

  var media: PlayerControl { PlayerControl(players: players, relay: relay) }
}

extension KeyboardSurroundings {
  /// Chords by the layout that text is typed with; keyboards beside the Devices that hwctl has Drivers for.
  init(_ keymap: KeymapSource, _ models: KnownModels) {
    self.init(
      layout: {
        let keymap = try? keymap.read()
        return { chord in
          keymap?.resolve(chord).map { ChordKeys(key: $0.key, modifiers: $0.modifiers) }
        }
      },
      isDriven: { models.model(for: $0) != nil },
      kernelReads: { KeymapSource.kernelReadsKeyboards })
  }
}

extension Surroundings {
  func adopt(_ preferences: Preferences) {
    adopt(
      keyboards: preferences.keyboards, player: preferences.media.player,
      panic: preferences.panic.isOn
        ? preferences.panic.chord.map { PanicChord(chord: $0, hold: .seconds(preferences.panic.seconds)) }
        : nil)
  }
}
