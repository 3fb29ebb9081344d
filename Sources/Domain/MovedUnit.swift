/// A unit that is bound by its port and seems to be plugged in at another one now.
public struct MovedUnit: Hashable, Sendable {
  /// As it is bound; not connected.
  public var bound: DeviceID
  /// As it is connected; not bound.
  public var connected: DeviceID

  public init(bound: DeviceID, connected: DeviceID) {
    self.bound = bound
    self.connected = connected
  }

  /// Compares what is bound with what is there. A guess, to be shown and never acted upon: only where one unit of a model
  /// is missing and one that nobody has bound is there instead.
  public static func find(
    configurations: [DeviceConfiguration], connected: [DeviceDescriptor]
  ) -> [MovedUnit] {
    let bound = configurations.compactMap { configuration in
      configuration.unit.map { (model: configuration.model, unit: $0) }
    }
    let present = Set(connected.map(\.id))
    return Set(bound.map(\.model)).compactMap { model in
      let missing = bound.filter { $0.model == model && !present.contains($0.unit) }
      let unbound = connected.filter { device in
        device.model == model && !bound.contains { $0.unit == device.id }
      }
      guard missing.count == 1, unbound.count == 1, !unbound[0].isAmbiguous else { return nil }
      return MovedUnit(bound: missing[0].unit, connected: unbound[0].id)
    }.sorted { $0.bound < $1.bound }
  }
}
