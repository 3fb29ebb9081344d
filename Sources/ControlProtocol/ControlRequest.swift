/// What `hwctl` asks of `hwctld`: one JSON object on a line, answered by `ControlReply` lines.
///
/// Version 1. A daemon refuses a version it does not know, and ignores members it does not know.
public struct ControlRequest: Codable, Hashable, Sendable {
  public enum Name: String, Codable, CaseIterable, Sendable {
    /// One reply with `status`.
    case status
    /// A reply with `status` now and after each change, until the client leaves.
    case follow
    /// A reply with `event` for each Control event, Action and session step, until the client leaves; with `raw` set also
    /// for what Devices send before it is decoded.
    case monitor
    /// A reply with `lines` of a recording of `device` (an id), or of the only one there is, until the client leaves.
    case record
    /// `node` is set: a reply with `learning` for each step of teaching hwctl that Device, until the client leaves.
    case learn
    /// `verb` and `action` are set.
    case action
    /// `profile` is set: make it the active one and save that.
    case useProfile
    /// Let go of every Device and keyboard and stop every Action, until `resume`.
    case panic
    /// Go on after a panic.
    case resume
    /// One reply with `redelivered`, as soon as the text stands where the focus is: that of `session` (an id), or of the
    /// newest session that has one.
    case redeliver
    /// Read profiles.json again.
    case reloadProfiles
  }

  /// Whether its replies go on until the client leaves.
  public var isStream: Bool {
    switch name {
    case .follow, .monitor, .record, .learn: true
    case .status, .action, .useProfile, .panic, .resume, .redeliver, .reloadProfiles: false
    }
  }

  /// Whether it opens the microphone or types, which nobody may do for a client that has given up waiting.
  public var beginsSomething: Bool {
    switch name {
    case .action: verb == .begin || verb == .toggle
    case .redeliver: true
    case .status, .follow, .monitor, .record, .learn, .useProfile, .panic, .resume, .reloadProfiles: false
    }
  }

  public static let currentVersion = 1
  /// The longest line either side accepts, in bytes: a request is short, and a status with a hundred Devices and
  /// Actions is below 128 KiB.
  public static let lineLimitBytes = 1 << 18

  public var version: Int
  public var name: Name
  public var verb: ActionVerb?
  public var action: String?
  public var profile: String?
  public var session: String?
  public var device: String?
  /// "/dev/input/event7"
  public var node: String?
  public var raw: Bool?

  public init(_ name: Name, verb: ActionVerb? = nil, action: String? = nil, profile: String? = nil) {
    version = Self.currentVersion
    self.name = name
    self.verb = verb
    self.action = action
    self.profile = profile
  }
}

/// What a command or another program can do with an Action.
public enum ActionVerb: String, Codable, CaseIterable, Hashable, Sendable {
  case begin
  case end
  case toggle
  case cancel
}
