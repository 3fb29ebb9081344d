/// Something the sound server can record from.
public struct AudioSource: Hashable, Sendable {
  /// The server's name for it; what is stored when a person chooses it.
  public var name: String
  /// What desktops show: "Built-in Audio Analog Stereo".
  public var description: String
  /// It records what a sink plays.
  public var isMonitor: Bool
  public var isDefault: Bool
  public var isMuted: Bool

  public init(name: String, description: String, isMonitor: Bool, isDefault: Bool, isMuted: Bool) {
    self.name = name
    self.description = description
    self.isMonitor = isMonitor
    self.isDefault = isDefault
    self.isMuted = isMuted
  }
}
