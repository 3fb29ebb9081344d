internal import Domain

extension ProfileDecoding {
  /// The Action under a name, noted with its keys and targets; nil where there is none or it is no Action.
  func action(_ value: JSONValue, _ name: String, _ path: String, _ keys: inout KeyUse) -> Action? {
    guard let found = value[name], let kind = found["type"]?.text.flatMap(ActionKind.init(rawValue:)) else {
      return nil
    }
    let place = "\(path).\(name)"
    switch kind {
    case .none: return Action.none
    case .localDictation: return .localDictation
    case .localAIDictation: return .localAIDictation
    case .keyboardShortcut:
      guard let sequence = found["keys"]?.text.flatMap(KeySequence.init) else { return nil }
      keys.shortcuts += sequence.chords.map { ("\(place).keys", $0) }
      return .keyboardShortcut(sequence)
    case .media: return media(found).map(Action.media)
    case .profile:
      if found["next"] == .boolean(true) { return .profile(.next) }
      guard let id = found["to"]?.text else { return nil }
      keys.targets.append(("\(place).to", id))
      return .profile(.to(id))
    }
  }

  private func media(_ value: JSONValue) -> MediaCommand? {
    guard let name = value["command"]?.text.flatMap(MediaCommand.Name.init(rawValue:)) else { return nil }
    switch name {
    case .seek: return value["seconds"]?.integer.map { .seek(seconds: $0) }
    case .transcription:
      return .transcription(
        rewindSeconds: value["rewindSeconds"]?.integer ?? MediaCommand.standardRewindSeconds)
    case .playPause, .play, .pause, .stop, .next, .previous: return .plain(name)
    }
  }
}

/// The keys and profile ids that occur in one profile, each with its place.
struct KeyUse {
  var chords: [(path: String, chord: KeyChord)] = []
  var shortcuts: [(path: String, chord: KeyChord)] = []
  var targets: [(path: String, id: String)] = []

  /// What cannot go together, in the order of the chords.
  var conflicts: [ProfileIssue] {
    var issues: [ProfileIssue] = []
    // By their keys: only chords of one key can overlap, and a file may have thousands of chords.
    let typed = Dictionary(grouping: shortcuts, by: \.chord.key)
    var earlier: [String: [(path: String, chord: KeyChord)]] = [:]
    for use in chords {
      let text = "\"\(use.chord)\""
      if let first = earlier[use.chord.key]?.first(where: { $0.chord.overlaps(use.chord) }) {
        let same = first.chord == use.chord ? "" : ", as \"\(first.chord)\""
        issues.append(
          ProfileIssue(
            path: use.path, problem: "the chord \(text) is used twice in this profile: \(first.path)\(same)"))
      }
      earlier[use.chord.key, default: []].append(use)
      if let shortcut = typed[use.chord.key]?.first(where: { $0.chord.overlaps(use.chord) }) {
        issues.append(
          ProfileIssue(
            path: use.path,
            problem: "the chord \(text) is also a shortcut that this profile types: \(shortcut.path)"))
      }
      if use.chord.isTyping {
        issues.append(
          ProfileIssue(
            path: use.path,
            problem:
              "\(text) could not be typed any more: add ctrl, alt or super, or take a key such as F13 or Pause"
          ))
      }
    }
    return issues
  }
}
