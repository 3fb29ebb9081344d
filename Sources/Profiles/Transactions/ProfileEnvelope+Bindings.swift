public import Domain

/// Which Devices a Binding is for: all units of a model, or one of them.
public struct BindingPlace: Hashable, Sendable {
  public var model: ModelID
  public var unit: DeviceID?

  public init(model: ModelID, unit: DeviceID? = nil) {
    self.model = model
    self.unit = unit
  }
}

extension ProfileEnvelope {
  /// Binds Controls of a Device, in place of what they were bound to.
  public func binding(
    _ binding: Binding, at place: BindingPlace, in profile: String
  ) throws(ProfileChangeError) -> ProfileEnvelope {
    let index = try self.index(of: profile)
    var changed = self
    changed.profiles[index].change(place) { bindings in
      let same = bindings.firstIndex { $0.isAtSamePlace(as: binding) }
      if let same { bindings[same] = binding } else { bindings.append(binding) }
    }
    return changed
  }

  /// Binds a keyboard chord alone, in place of what it was bound to.
  public func binding(_ binding: ChordBinding, in profile: String) throws(ProfileChangeError)
    -> ProfileEnvelope
  {
    let index = try self.index(of: profile)
    var changed = self
    let same = profiles[index].chords.firstIndex { $0.chord == binding.chord }
    if let same {
      changed.profiles[index].chords[same] = binding
    } else {
      changed.profiles[index].chords.append(binding)
    }
    return changed
  }

  /// Takes the Bindings of Controls away: the one of that direction, or without one all of them.
  public func unbinding(
    _ controls: [ControlID], direction: Binding.Direction?, at place: BindingPlace, in profile: String
  ) throws(ProfileChangeError) -> ProfileEnvelope {
    let index = try self.index(of: profile)
    var changed = self
    var isRemoved = false
    changed.profiles[index].change(place) { bindings in
      let matches = { (binding: Binding) in
        binding.controls == controls.sorted() && (direction == nil || binding.direction == direction)
      }
      isRemoved = bindings.contains(where: matches)
      bindings.removeAll(where: matches)
    }
    changed.profiles[index].devices.removeAll { $0.bindings.isEmpty }
    guard isRemoved else {
      let names = controls.map(\.rawValue).joined(separator: "+")
      throw ProfileChangeError(
        .noSuchBinding,
        "the profile '\(profile)' has no binding of '\(names)'. See 'hwctl profiles show \(profile)'")
    }
    return changed
  }

  public func unbinding(_ chord: KeyChord, in profile: String) throws(ProfileChangeError) -> ProfileEnvelope {
    let index = try self.index(of: profile)
    var changed = self
    changed.profiles[index].chords.removeAll { $0.chord == chord }
    guard changed != self else {
      throw ProfileChangeError(
        .noSuchBinding,
        "the profile '\(profile)' has no binding of the chord '\(chord)'. See 'hwctl profiles show \(profile)'"
      )
    }
    return changed
  }
}

extension ProfileEnvelope {
  /// Lets the Bindings of one unit be those of another, in all profiles.
  public func moving(_ unit: DeviceID, to other: DeviceID) throws(ProfileChangeError) -> ProfileEnvelope {
    guard let product = other.product, unit.product == product else {
      throw ProfileChangeError(
        .badID, "'\(other)' is no unit of the same product as '\(unit)'. See 'hwctl devices'")
    }
    var changed = self
    for profile in profiles.indices {
      let devices = profiles[profile].devices
      guard let index = devices.firstIndex(where: { $0.unit == unit }) else { continue }
      guard !devices.contains(where: { $0.unit == other }) else {
        throw ProfileChangeError(
          .unitTaken,
          "the profile '\(profiles[profile].id)' has bindings for '\(other)' already; take them away first with "
            + "'hwctl profiles unbind --unit'")
      }
      changed.profiles[profile].devices[index].unit = other
    }
    guard changed != self else {
      throw ProfileChangeError(
        .noSuchBinding,
        "no profile has bindings for the unit '\(unit)'. See 'hwctl profiles show'")
    }
    return changed
  }
}

extension Binding {
  fileprivate func isAtSamePlace(as other: Binding) -> Bool {
    controls == other.controls && direction == other.direction
  }
}

extension Profile {
  /// Changes the Bindings of a place, which begins to exist where it was missing.
  fileprivate mutating func change(_ place: BindingPlace, _ body: (inout [Binding]) -> Void) {
    if let index = devices.firstIndex(where: { $0.model == place.model && $0.unit == place.unit }) {
      return body(&devices[index].bindings)
    }
    var device = DeviceConfiguration(model: place.model, unit: place.unit, bindings: [])
    body(&device.bindings)
    devices.append(device)
  }
}
