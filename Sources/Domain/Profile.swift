/// A named set of Bindings for one way of working.
public struct Profile: Hashable, Sendable {
  /// Lower-case letters, digits and "-", 1...64 characters; unique in its envelope.
  public var id: String
  public var name: String
  public var devices: [DeviceConfiguration]
  /// Keyboard chords that need no Device; each chord at most once in a Profile, the Bindings' own chords included.
  public var chords: [ChordBinding]
  public var writing: ProfileWriting

  public init(
    id: String, name: String, devices: [DeviceConfiguration], chords: [ChordBinding] = [],
    writing: ProfileWriting = ProfileWriting()
  ) {
    self.id = id
    self.name = name
    self.devices = devices
    self.chords = chords
    self.writing = writing
  }

  /// What counts for one unit: its own configuration, else the one of its model.
  public func configuration(model: ModelID, unit: DeviceID) -> DeviceConfiguration? {
    devices.first { $0.model == model && $0.unit == unit }
      ?? devices.first { $0.model == model && $0.unit == nil }
  }

  /// Every Action that a press, step or chord of this Profile can begin.
  public var actions: [Action] {
    devices.flatMap(\.bindings).flatMap { [$0.action, $0.doublePress, $0.longHold].compactMap(\.self) }
      + chords.map(\.action)
  }

  /// The Binding of one Control alone on a model, or nil where the profile has none.
  public func binding(model: ModelID, control: ControlID) -> Binding? {
    devices.first { $0.model == model }?.bindings.first { $0.controls == [control] }
  }
}
