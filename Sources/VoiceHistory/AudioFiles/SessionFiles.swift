public import Domain

/// The files of one session in the history folder.
public struct SessionFiles: Hashable, Sendable {
  static let partialSuffix = ".partial.wav"
  static let quarantineSuffix = ".removed.wav"
  static let audioSuffix = ".wav"

  public let id: SessionID
  let folder: String

  init(id: SessionID, folder: String) {
    self.id = id
    self.folder = folder
  }

  public var partialAudioName: String { id.rawValue + Self.partialSuffix }
  var quarantineName: String { id.rawValue + Self.quarantineSuffix }
  public var audioName: String { id.rawValue + Self.audioSuffix }

  /// Written while the microphone is open.
  public var partialAudio: String { folder + "/" + partialAudioName }
  /// What the partial file is renamed to once it is whole and flushed, before the session is committed.
  public var audio: String { folder + "/" + audioName }

  /// Where the audio waits while its removal is committed; gone afterwards.
  var quarantine: String { folder + "/" + quarantineName }

  enum Kind: Hashable, CaseIterable { case partial, quarantine, audio }

  func path(_ kind: Kind) -> String {
    switch kind {
    case .partial: partialAudio
    case .quarantine: quarantine
    case .audio: audio
    }
  }

  /// The session and kind of a file name, nil unless it is exactly a name that hwctl gives.
  static func parse(_ name: String) -> (id: SessionID, kind: Kind)? {
    // By bytes: a folder of 100,000 is looked through at each start.
    guard let id = SessionID(rawValue: String(decoding: name.utf8.prefix(SessionID.length), as: UTF8.self))
    else { return nil }
    let suffix = name.utf8.dropFirst(SessionID.length)
    return suffixes.first { suffix.elementsEqual($0.suffix.utf8) }.map { (id, $0.kind) }
  }

  private static let suffixes: [(suffix: String, kind: Kind)] = [
    (audioSuffix, .audio), (partialSuffix, .partial), (quarantineSuffix, .quarantine),
  ]
}
