internal import ControlProtocol
internal import Domain
internal import Profiles
internal import SystemCalls

// Which profiles are in use: chosen by a request, or edited in their file.

extension Runtime {
  /// Goes by the file, not by what was loaded at the start: it may have been edited since.
  func use(profile id: String?) throws(ControlFailure) {
    let changed: ProfileEnvelope
    do throws(ProfileTransactionError) {
      // One step with the reading: a command may be changing the file at the same time.
      changed = try profiles.change { envelope throws(ProfileChangeError) in
        try envelope.activating(id ?? "")
      }
    } catch {
      switch error {
      case .change(let error): throw ControlFailure(.unknownProfile, error.message + ".")
      case .file(let error):
        let isWriting = error.code == .notWritable || error.code == .busy
        throw ControlFailure(isWriting ? .notSaved : .invalidProfiles, error.message)
      }
    }
    adopt(changed)
  }

  func reload() throws(ControlFailure) { adopt(try read()) }

  /// A damaged file is an error here, and stays where it is: the profiles in use are not given up for the standard ones.
  private func read() throws(ControlFailure) -> ProfileEnvelope {
    do throws(ProfileError) { return try profiles.inspect() } catch {
      throw ControlFailure(.invalidProfiles, error.message)
    }
  }

  private func adopt(_ changed: ProfileEnvelope) {
    guard let profile = changed.active else { return }
    envelope = changed
    editedProfiles = ComponentStatus(.profiles, ready: true, detail: "valid")
    chords = parts.resolveChords(profile)
    let chords = chords.keys
    let core = parts.core
    onInputThread { core.adopt(profile, chords: chords) }
    parts.surroundings?.adopt(profile)
    publish()
  }

  /// By an Action; whoever pressed can be told in no other way than by the status.
  func carryOut(_ change: ProfileSwitch) {
    do throws(ControlFailure) { try use(profile: try target(of: change)) } catch {
      Log.warning("an Action could not choose a Profile", ["code": .code(error.code)])
      editedProfiles = ComponentStatus(.profiles, ready: false, detail: error.message)
      publish()
    }
  }

  private func target(of change: ProfileSwitch) throws(ControlFailure) -> String {
    switch change {
    case .to(let id): return id
    case .next:
      let ids = try read().profiles.map(\.id)
      let current = ids.firstIndex(of: envelope.activeProfile) ?? ids.count - 1
      return ids[(current + 1) % ids.count]
    }
  }

  // MARK: An edited file

  /// Goes by an edited file if it is valid, and keeps what is in use if it is not. What did not change is not disturbed: a
  /// sentence goes on while another profile is edited.
  func adoptEditedProfiles() {
    defer { publish() }
    guard Files.exists(profiles.path) else {
      Log.warning("profiles.json was removed; the profiles in use stay")
      editedProfiles = ComponentStatus(
        .profiles, ready: false,
        detail: "\(profiles.path) was removed; the profiles read before are in use until hwctld ends")
      return
    }
    do throws(ProfileError) {
      let edited = try profiles.inspect()
      if edited.active != envelope.active {
        adopt(edited)
        Log.notice("edited profiles are in use", ["profiles": .number(edited.profiles.count)])
      }
      envelope = edited
      editedProfiles = ComponentStatus(.profiles, ready: true, detail: "valid")
    } catch {
      Log.warning(
        "edited profiles are not valid; the ones in use stay",
        ["code": .code(error.code), "mistakes": .number(error.issues.count)])
      editedProfiles = ComponentStatus(
        .profiles, ready: false, detail: "the profiles read before stay in use: \(error.message)")
    }
  }
}
