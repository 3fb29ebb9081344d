public import Domain

/// The changes that people make, as pure functions. Each gives the whole envelope after it, or leaves it as it is and
/// throws; what it gives is judged as a whole when it is saved.
extension ProfileEnvelope {
  /// Adds an empty profile at the end.
  public func creating(_ id: String, name: String?) throws(ProfileChangeError) -> ProfileEnvelope {
    try inserting(Profile(id: id, name: name ?? id, devices: []))
  }

  /// Adds a profile at the end, or puts it in the place of the one with the same id.
  public func inserting(_ profile: Profile, replacing: Bool = false) throws(ProfileChangeError)
    -> ProfileEnvelope
  {
    try Self.checkID(profile.id)
    try Self.checkName(profile.name)
    var changed = self
    if let index = profiles.firstIndex(where: { $0.id == profile.id }) {
      guard replacing else {
        throw ProfileChangeError(.idTaken, "there is a profile '\(profile.id)' already")
      }
      changed.profiles[index] = profile
    } else {
      guard profiles.count < ProfileShapes.profileLimit else {
        throw ProfileChangeError(.tooMany, "there are \(profiles.count) profiles, and more are not kept")
      }
      changed.profiles.append(profile)
    }
    return changed
  }

  /// Copies a profile under a new id, behind it.
  public func duplicating(
    _ id: String, as copy: String, name: String?
  ) throws(ProfileChangeError) -> ProfileEnvelope {
    let index = try self.index(of: id)
    var profile = profiles[index]
    profile.id = copy
    profile.name = name ?? copy
    var changed = try inserting(profile)
    changed.profiles.insert(changed.profiles.removeLast(), at: index + 1)
    return changed
  }

  /// Gives a profile another id, another name, or both. Whatever names the id follows.
  public func renaming(
    _ id: String, to newID: String?, name: String?
  ) throws(ProfileChangeError) -> ProfileEnvelope {
    let index = try self.index(of: id)
    var changed = self
    if let name {
      try Self.checkName(name)
      changed.profiles[index].name = name
    }
    guard let newID, newID != id else { return changed }
    try Self.checkID(newID)
    guard !profiles.contains(where: { $0.id == newID }) else {
      throw ProfileChangeError(.idTaken, "there is a profile '\(newID)' already")
    }
    changed.profiles[index].id = newID
    if activeProfile == id { changed.activeProfile = newID }
    for index in changed.profiles.indices {
      changed.profiles[index].mapActions { $0 == .profile(.to(id)) ? .profile(.to(newID)) : $0 }
    }
    return changed
  }

  /// - Parameter successor: the profile that becomes active when the deleted one was.
  public func deleting(_ id: String, activating successor: String?) throws(ProfileChangeError)
    -> ProfileEnvelope
  {
    let index = try self.index(of: id)
    guard profiles.count > 1 else {
      throw ProfileChangeError(.isLast, "'\(id)' is the only profile, and one is needed: make another first")
    }
    var changed = self
    changed.profiles.remove(at: index)
    if let from = changed.profiles.first(where: { $0.actions.contains(.profile(.to(id))) }) {
      throw ProfileChangeError(
        .isTarget, "'\(from.id)' switches to '\(id)': change that first, with 'hwctl profiles bind' or 'edit'"
      )
    }
    if activeProfile == id {
      guard let successor, successor != id else {
        throw ProfileChangeError(.isActive, "'\(id)' is the active profile: name another one for its place")
      }
      return try changed.activating(successor)
    }
    return try successor.map { id throws(ProfileChangeError) in try changed.activating(id) } ?? changed
  }

  public func activating(_ id: String) throws(ProfileChangeError) -> ProfileEnvelope {
    var changed = self
    changed.activeProfile = profiles[try index(of: id)].id
    return changed
  }

  /// The place of a profile in the list.
  public func index(of id: String) throws(ProfileChangeError) -> Int {
    if let index = profiles.firstIndex(where: { $0.id == id }) { return index }
    let known = profiles.map(\.id).joined(separator: ", ")
    throw ProfileChangeError(.unknownProfile, "there is no profile '\(id)'. Known: \(known)")
  }

  private static func checkID(_ id: String) throws(ProfileChangeError) {
    guard !TextRule.identifier.length.contains(id.count) || TextRule.identifier.problem(id) != nil else {
      return
    }
    throw ProfileChangeError(
      .badID, "'\(id)' is no id: use 1 to 64 lower-case letters, digits and \"-\"; --name may say more")
  }

  private static func checkName(_ name: String) throws(ProfileChangeError) {
    let length = ProfileShapes.nameLength
    guard !length.contains(name.count) || name.unicodeScalars.contains("\0") else { return }
    throw ProfileChangeError(
      .badName, "a name has \(length.lowerBound) to \(length.upperBound) characters, not \(name.count)")
  }
}

extension Profile {
  /// Every Action changed, wherever it stands.
  mutating func mapActions(_ change: (Action) -> Action) {
    for device in devices.indices {
      for binding in devices[device].bindings.indices {
        devices[device].bindings[binding].action = change(devices[device].bindings[binding].action)
        devices[device].bindings[binding].doublePress = devices[device].bindings[binding].doublePress.map(
          change)
        devices[device].bindings[binding].longHold = devices[device].bindings[binding].longHold.map(change)
      }
    }
    for chord in chords.indices { chords[chord].action = change(chords[chord].action) }
  }
}
