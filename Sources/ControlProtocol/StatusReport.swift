/// The state of the daemon at one moment; immutable.
public struct StatusReport: Codable, Hashable, Sendable {
  /// Where dictation stands.
  public enum Phase: String, Codable, CaseIterable, Sendable {
    case idle
    case opening
    case listening
    case finalizing
    case refining
    case delivering
  }

  public var daemonVersion: String
  public var processID: Int32
  public var phase: Phase
  public var activeProfile: String
  public var devices: [DeviceStatus]
  public var components: [ComponentStatus]
  /// The Actions of the active profile, and whether each can begin now; those that cannot first, and at most `actionLimit`.
  public var actions: [ActionStatus]
  /// Actions that have begun and not ended: "localDictation".
  public var activeActions: [String]
  public var lastSession: LastSession?

  /// More than people look at; a profile may have thousands.
  public static let actionLimit = 100

  public init(
    daemonVersion: String, processID: Int32, phase: Phase, activeProfile: String, devices: [DeviceStatus],
    components: [ComponentStatus], actions: [ActionStatus], activeActions: [String],
    lastSession: LastSession?
  ) {
    self.daemonVersion = daemonVersion
    self.processID = processID
    self.phase = phase
    self.activeProfile = activeProfile
    self.devices = devices
    self.components = components
    self.actions = actions
    self.activeActions = activeActions
    self.lastSession = lastSession
  }
}

/// A Device the daemon has, or would like to have.
public struct DeviceStatus: Codable, Hashable, Sendable {
  public enum State: String, Codable, CaseIterable, Sendable {
    /// Grabbed: its Controls drive Actions and nothing else sees them.
    case ready
    /// Another program holds it.
    case busy
    case permissionDenied
    /// A Control is held down; the grab waits for its release.
    case held
    case failed
  }

  public var id: String
  public var model: String
  public var name: String
  public var state: State
  /// Why it is not ready and what to do; nil when ready.
  public var problem: String?
  /// The names of its Controls, in their order; empty while it is not ready.
  public var controls: [String]
  /// Another unit says the same of itself: only the port tells them apart.
  public var isAmbiguous: Bool
  /// The id of the unit that this one seems to have been, before it was plugged in elsewhere: a profile binds that one.
  public var movedFrom: String?

  public init(
    id: String, model: String, name: String, state: State, problem: String?, controls: [String] = [],
    isAmbiguous: Bool = false, movedFrom: String? = nil
  ) {
    self.id = id
    self.model = model
    self.name = name
    self.state = state
    self.problem = problem
    self.controls = controls
    self.isAmbiguous = isAmbiguous
    self.movedFrom = movedFrom
  }
}

/// A part of the daemon that can be ready or not on its own.
public struct ComponentStatus: Codable, Hashable, Sendable {
  public enum Name: String, Codable, CaseIterable, Sendable {
    case input
    case keyboard
    case microphone
    case speech
    /// The ways to what has the focus.
    case delivery
    /// The local language model.
    case refiner
    case history
    case profiles
    case preferences
    /// The login session: in front, locked, asleep; or a panic.
    case session
    /// The keyboards that the user lists for chords.
    case keyboards
    /// The desktop's own shortcuts.
    case shortcuts
    /// Media players.
    case media
    /// The file of taught Devices; only when it cannot be used.
    case devices
  }

  public var name: Name
  public var ready: Bool
  /// One line: what it is ("moonshine-base-en 1"), or why it is not ready and what to do.
  public var detail: String

  public init(_ name: Name, ready: Bool, detail: String) {
    self.name = name
    self.ready = ready
    self.detail = detail
  }
}

/// An Action of the active profile.
public struct ActionStatus: Codable, Hashable, Sendable {
  /// As in a profile: "keyboardShortcut ctrl+c".
  public var action: String
  /// Why it cannot begin now, and what to do; nil while it can.
  public var problem: String?

  public init(action: String, problem: String?) {
    self.action = action
    self.problem = problem
  }
}

/// How the last session ended, without its text.
public struct LastSession: Codable, Hashable, Sendable {
  public var id: String
  /// delivered, kept, noSpeech, cancelled, failed
  public var outcome: String
  /// Why it was kept or failed, and what to do; nil when all went well.
  public var problem: String?

  public init(id: String, outcome: String, problem: String?) {
    self.id = id
    self.outcome = outcome
    self.problem = problem
  }
}
