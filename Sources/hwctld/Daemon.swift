import Audio
import CommandSyntax
import ControlProtocol
import Delivery
import Dictation
import Dispatch
import Domain
import Drivers
import Glibc
import HIDTransport
import KeyboardInput
import Profiles
import Runtime
import Scenario
import Speech
import SystemCalls
import Terminal
import VoiceHistory

/// The daemon's life: take the instance lock, make the parts, run until told to stop, let go of everything.
enum Daemon {
  /// What a stop may take to save what is being said; systemd's own limit is 90 s.
  private static let stopLimit = Duration.seconds(5)
  /// What a replay may take after its last line: a long decode.
  private static let replayLimit = Duration.seconds(120)

  static func run(_ options: DaemonOptions) async {
    let directories = Directories.standard()
    let lock = takeLock(directories)
    let preferences = Parts.readPreferences(directories)
    let taught = taughtDevices(directories)
    let profiles = ProfileStore(
      path: directories.profiles, models: KnownModels(learned: taught.devices).bindableModels)
    let loaded = loadProfiles(profiles)
    let scenario = options.replay.map(readRecording)
    let parts = Parts(preferences, directories: directories)
    let history = parts.history()
    await history?.prepare(within: LateHistory.patience)

    let composition = Composition(parts, history, loaded, profiles, taught, options, scenario)
    let stop = StopSignal()
    let running = Task { await composition.runtime.run() }
    start(composition)
    if let replay = composition.replay {
      let isComplete = await play(replay, composition, until: stop)
      composition.dictation.stop(
        interrupting: !isComplete, limit: isComplete ? replayLimit : stopLimit)
    } else {
      ServiceManager.ready(composition.input)
      await stop.wait()
      ServiceManager.stopping()
      composition.surroundings?.stop()
      composition.thread?.stop()
      composition.dictation.stop(interrupting: true, limit: stopLimit)
    }
    composition.recovered?.stop()
    composition.settings?.stop()
    composition.server.stop()
    composition.keyboard?.releaseAll()
    await composition.refiner.shutDown()
    parts.speech.shutDown()
    composition.inbox.finish()
    await running.value
    withExtendedLifetime(lock) {}
  }

  /// False when the replay was told to stop before its end.
  private static func play(_ replay: Replay, _ composition: Composition, until stop: StopSignal) async -> Bool
  {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await replay.play(into: composition.core)
        return true
      }
      group.addTask {
        await stop.wait()
        return false
      }
      let isComplete = await group.next() ?? false
      group.cancelAll()
      return isComplete
    }
  }

  private static func start(_ composition: Composition) {
    do throws(SystemError) { try composition.server.start() } catch {
      Terminal.fail(.failed, "\(error.description). hwctl could not reach this daemon, so it did not start.")
    }
    composition.parts.microphone.prepare()
    composition.openHistory()
    watchSettings(composition)
    awaitKeyboard(composition)
    // Commands are carried out on that thread too: without it nothing could begin, and "ready" would be a lie.
    do throws(HIDError) { try composition.thread?.start() } catch {
      Terminal.fail(.failed, error.message)
    }
    do throws(KeyboardInputError) { try composition.surroundings?.start() } catch {
      Log.error("keyboard chords cannot be read", ["code": .code(error.code)])
      Terminal.complain(error.message)
    }
  }

  /// Someone must watch the new keyboard until the desktop has opened it, so that the first text need not; on a thread of
  /// its own, since it may take seconds.
  private static func awaitKeyboard(_ composition: Composition) {
    guard let keyboard = composition.keyboard else { return }
    let inbox = composition.inbox
    Thread(name: "keyboard") {
      keyboard.waitUntilReady()
      inbox.post(.componentsChanged)
    }.start()
  }

  /// Without it the daemon still works; edits count at the next start.
  private static func watchSettings(_ composition: Composition) {
    do throws(SystemError) { try composition.settings?.start() } catch {
      Log.warning(
        "settings files are not watched: edits count after a restart", ["errno": .number(error.code)])
    }
  }

  private static func takeLock(_ directories: Directories) -> InstanceLock {
    let path = directories.runtime + "/hwctld.lock"
    do throws(SystemError) {
      try Files.makeFolder(directories.runtime)
      return try InstanceLock(path)
    } catch {
      guard error.code == EWOULDBLOCK else {
        Terminal.fail(
          .failed,
          "\(error.description). hwctld needs a private runtime folder: is XDG_RUNTIME_DIR set to one of yours?"
        )
      }
      let holder = InstanceLock.holder(path).map { " (process \($0))" } ?? ""
      Terminal.fail(
        .failed,
        "hwctld is already running\(holder). 'hwctl status' shows it; 'systemctl --user restart hwctld' restarts it."
      )
    }
  }

  /// A file that cannot be read costs only the taught Devices.
  private static func taughtDevices(_ directories: Directories) -> TaughtDevices {
    do throws(ProfileError) {
      return TaughtDevices(devices: try LearnedDeviceStore.standard(directories).load().devices)
    } catch {
      Terminal.complain(error.message + ".")
      return TaughtDevices(problem: error.message)
    }
  }

  private static func loadProfiles(_ store: ProfileStore) -> LoadedProfiles {
    do throws(ProfileError) {
      let loaded = try store.load()
      if let message = loaded.origin.message { Terminal.complain(message + ".") }
      return loaded
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  private static func readRecording(_ path: String) -> Scenario {
    do throws(SystemError) {
      let text = String(decoding: try Files.read(path, limit: 1 << 24), as: UTF8.self)
      do throws(ScenarioError) { return try Scenario.parse(text) } catch {
        Terminal.fail(.invalidFile, "\(path): \(error.message)")
      }
    } catch {
      Terminal.fail(.invalidFile, "\(error.description).")
    }
  }
}
