import CommandSyntax
import ControlProtocol
import Delivery
import Desktop
import Dictation
import Domain
import Drivers
import Glibc
import HIDTransport
import KeyboardInput
import Profiles
import Runtime
import Scenario
import SystemCalls
import Terminal
import VoiceHistory

/// Every part of a running daemon, put together.
struct Composition {
  let parts: Parts
  /// Nil when nothing is kept, by preference.
  let history: LateHistory?
  /// Goes on with what needs history when that has been opened, however long it takes.
  let openHistory: @Sendable () -> Void
  let inbox = RuntimeInbox()
  let keyboard: VirtualKeyboard?
  let dictation: DictationCoordinator
  let refiner: RefinerInUse
  let keeper: HistoryKeeper
  /// Nil in a replay, and where no speech can be recognised.
  let recovered: RecoveredWords?
  let core: InputCore
  /// The real devices; nil in a replay.
  let thread: InputThread?
  let replay: Replay?
  let server: ControlServer
  let runtime: Runtime
  /// Nil in a replay.
  let surroundings: Surroundings?
  /// Nil where the kernel gives no means to watch.
  let settings: SettingsWatch?

  let input: any InputPerforming

  init(
    _ parts: Parts, _ history: LateHistory?, _ loaded: LoadedProfiles, _ profiles: ProfileStore,
    _ taught: TaughtDevices, _ options: DaemonOptions, _ scenario: Scenario?
  ) {
    let models = KnownModels(learned: taught.devices)
    self.parts = parts
    self.history = history
    let inbox = inbox
    let route = options.route ?? parts.preferences.route
    let keyboardResult = Self.makeKeyboard()
    keyboard = try? keyboardResult.get()
    let keymap = parts.preferences.keymapSource
    let relay = SessionRelay(inbox: inbox)
    let links = scenario == nil ? Links(inbox) : nil
    let finder = route.isSink ? nil : TargetFinder(session: links?.userBus)
    let refiner = RefinerInUse(parts.preferences)
    self.refiner = refiner
    let company = links.map { SessionCompany($0, parts.preferences) }
    let keeper = HistoryKeeper(folder: parts.directories.voice, policy: parts.preferences.retentionPolicy)
    self.keeper = keeper
    let preferences = PreferencesInUse(parts, history)
    let recovered =
      scenario == nil && parts.modelProblem == nil
      ? RecoveredWords(parts, preferences, inbox) { company?.say($0) } : nil
    self.recovered = recovered
    dictation = DictationCoordinator(
      configuration: parts.preferences.dictationConfiguration,
      ports: DictationPorts(
        microphone: parts.microphone, recogniser: parts.speech, targets: finder, refiner: refiner,
        writer: TextWriter(
          route: route, keyboard: keyboardResult, keymap: keymap, options: parts.preferences.typingOptions,
          finder: finder, unverified: parts.preferences.unverifiedPolicy)),
      store: preferences.store,
      observer: { report in
        relay.note(report)
        company?.note(report)
        keeper.note(report)
        recovered?.note(report)
      })
    let resolve: @Sendable (Profile) -> ResolvedChords = { Self.resolve($0, keymap) }
    let profile = loaded.envelope.active ?? ProfileEnvelope.standard.profiles[0]
    let chords = resolve(profile)
    core = InputCore(
      profile: profile, chords: chords.keys, times: parts.preferences.bindingTimes,
      executor: ActionExecutor(
        keyboard: keyboard, dictation: dictation, media: links?.media,
        switchProfile: { inbox.post(.switchProfile($0)) }),
      inbox: inbox)
    let replay = scenario.map(Replay.init)
    let thread = InputThread(
      sink: core, options: InputOptions(models: models, panicHold: parts.preferences.panicHold))
    self.replay = replay
    self.thread = replay == nil ? thread : nil
    let input: any InputPerforming = replay ?? thread
    self.input = input
    relay.connect(core, input)
    links?.relay.connect(core, input)
    surroundings = links.map { [core, keyboard] links in
      Surroundings(
        Surroundings.Parts(
          core: core, input: thread, inbox: inbox, players: links.players,
          keyboards: KeyboardSurroundings(keymap, models), userBus: links.userBus,
          systemBus: links.systemBus, virtualKeyboard: keyboard))
    }
    surroundings?.adopt(profile)
    surroundings?.adopt(parts.preferences)
    server = Self.makeServer(parts.directories.controlSocket, inbox)
    let components = ComponentReader(
      parts: parts, thread: self.thread, keyboard: keyboardResult, route: route, finder: finder,
      profiles: loaded,
      preferences: preferences, refiner: refiner, recovered: recovered, surroundings: surroundings)
    let dictation = dictation
    let opening: @Sendable (LateHistory) -> Void = { history in
      Task {
        await history.prepare()
        inbox.post(.componentsChanged)
        keeper.start()
        recovered?.start()
      }
    }
    // Where nothing is kept any more, what was kept before still goes by the limits.
    openHistory = { if let history { opening(history) } else { keeper.start() } }
    var trace: (@Sendable (MonitorEvent) -> Void)?
    if options.trace { trace = { Terminal.trace($0.traceLine + "\n") } }
    let directories = parts.directories
    let runtimeParts = Runtime.Parts(
      input: input, thread: self.thread, core: core, inbox: inbox, profiles: profiles, server: server,
      resolveChords: resolve,
      taughtDevices: { () throws(ProfileError) in
        try LearnedDeviceStore.standard(directories).inspect()
      },
      components: { components.read() },
      adoptPreferences: { [surroundings] in
        preferences.adopt(for: dictation, surroundings, opening: opening) { edited in
          company?.adopt(edited)
          keeper.adopt(edited.retentionPolicy)
          refiner.adopt(edited)
          recovered?.adopt(edited.transcriptOptions)
        }
      },
      redeliver: { dictation.redeliver($0, completion: $1) },
      surroundings: surroundings, trace: trace
    )
    runtime = Runtime(
      parts: runtimeParts, envelope: loaded.envelope, chords: chords, taught: taught.devices,
      taughtProblem: taught.problem, version: Version.number, processID: getpid())
    settings = Self.makeSettingsWatch(parts.directories, inbox)
  }

  private static func makeSettingsWatch(_ directories: Directories, _ inbox: RuntimeInbox) -> SettingsWatch? {
    let files = [directories.profiles, directories.preferences, directories.learnedDevices]
    return try? SettingsWatch(files: files) { changed in
      // First, as profiles may name what was taught.
      if changed.contains(directories.learnedDevices) { inbox.post(.settingsChanged(.devices)) }
      if changed.contains(directories.profiles) { inbox.post(.settingsChanged(.profiles)) }
      if changed.contains(directories.preferences) { inbox.post(.settingsChanged(.preferences)) }
    }
  }

  private static func makeKeyboard() -> Result<VirtualKeyboard, DeliveryError> {
    do throws(DeliveryError) { return .success(try VirtualKeyboard()) } catch { return .failure(error) }
  }

  private static func makeServer(_ path: String, _ inbox: RuntimeInbox) -> ControlServer {
    do {
      return try ControlServer(
        path: path, version: Version.number, onRequest: { inbox.post(.request($0, $1)) },
        onLeave: { inbox.post(.clientLeft($0)) })
    } catch {
      Terminal.fail(.failed, "\(error.description).")
    }
  }

  /// The chords of a profile that the keymap has; one that it lacks makes only its own Action unavailable.
  private static func resolve(_ profile: Profile, _ source: KeymapSource) -> ResolvedChords {
    var chords = ResolvedChords()
    do throws(DeliveryError) {
      let keymap = try source.read()
      for case .keyboardShortcut(let sequence) in profile.actions {
        for chord in sequence.chords { chords.keys[chord] = keymap.resolve(chord) }
      }
    } catch {
      chords.problem = error.message
    }
    return chords
  }
}

extension RecoveredWords {
  convenience init(
    _ parts: Parts, _ preferences: PreferencesInUse, _ inbox: RuntimeInbox,
    _ notify: @escaping @Sendable (Notice) -> Void
  ) {
    self.init(
      speech: SpeechWorkers(standard: parts.patientSpeech), options: parts.preferences.transcriptOptions,
      store: { try? preferences.store?.newest?.get() }, onChange: { inbox.post(.componentsChanged) },
      notify: notify)
  }
}
