internal import Domain

/// How the models' tables are written.
extension ControlDescription {
  static func pedal(_ id: ControlID, _ name: String, _ signal: ControlSignal, _ place: ControlPlace) -> Self {
    Self(id: id, name: name, kind: .pedal, signals: [signal], place: place)
  }

  static func key(
    _ id: ControlID, _ name: String, _ signals: [ControlSignal], _ place: ControlPlace
  ) -> Self {
    Self(id: id, name: name, kind: .key, signals: signals, place: place)
  }

  /// The three pedals of a usual foot switch, the middle one twice as wide.
  static func pedals(left: ControlSignal, center: ControlSignal, right: ControlSignal) -> [Self] {
    [
      .pedal("left", "Left pedal", left, ControlPlace(0)),
      .pedal("center", "Center pedal", center, ControlPlace(1, columns: 2)),
      .pedal("right", "Right pedal", right, ControlPlace(3)),
    ]
  }
}
