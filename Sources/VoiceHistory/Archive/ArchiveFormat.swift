/// The files of an archive, version 1: a folder that holds these and nothing else.
///
///     manifest.json     every session with all its results
///     checksums.json    size and SHA-256 of the manifest and of each recording
///     audio/ID.wav      the recordings, if any
enum ArchiveFormat {
  static let manifest = "manifest.json"
  static let checksums = "checksums.json"
  static let audioFolder = "audio"
  static let name = "hwctl voice archive"
  static let version = 1

  static func audioPath(_ audioName: String) -> String { "\(audioFolder)/\(audioName)" }
}

/// What bounds the work on an archive that somebody else made.
struct ArchiveLimits: Hashable {
  /// Of the manifest, which is decoded in memory: the texts of some hundred thousand sessions.
  var manifestBytes = 256 << 20
  /// Of the checksums: 150 bytes a recording.
  var checksumBytes = 64 << 20
  var sessions = 200_000
  var resultsPerSession = Int(SessionPosition.resultsPerSession)
  /// Of one text, trace or document: an hour of fast speech is 60 kB.
  var textBytes = 4 << 20
  /// Of a profile, device, model or other name.
  var nameBytes = 1024
  /// Of one recording: 2 h, the longest there are, are 230 MB.
  var audioBytes = 1 << 30
}

/// `manifest.json`.
struct ArchiveManifest: Codable, Hashable {
  var format: String
  var version: Int
  var sessions: [ArchiveSession]
}

/// `checksums.json`: a list and not a dictionary, in which a name that stands twice would go unseen.
struct ArchiveChecksums: Codable, Hashable {
  struct Entry: Codable, Hashable {
    var path: String
    var bytes: Int
    var sha256: String
  }

  var algorithm: String
  var files: [Entry]
}

/// A session in the manifest; the names of cases are those of the records.
struct ArchiveSession: Codable, Hashable {
  struct Audio: Codable, Hashable {
    var sha256: String
    var bytes: Int
    var samples: Int
  }

  struct Expiry: Codable, Hashable {
    var time: Int64
    var reason: String
  }

  struct Word: Codable, Hashable {
    var text: String
    var start: Int64
    var end: Int64
  }

  struct Result: Codable, Hashable {
    var stage: String
    var origin: String
    var text: String
    var source: Int?
    var model: String?
    var speechMilliseconds: Int?
    var decodeMilliseconds: Int?
    var deliveryRoute: String?
    var deliveryOutcome: String?
    var words: [Word]?
    var trace: String?
    var document: String?
    var style: String?
    var refiner: String?
    var promptRevision: String?
    var verdict: String?
    var fallback: String?
  }

  var id: String
  var inputKind: String
  var startedAtMilliseconds: Int64
  var durationMilliseconds: Int64
  var profile: String?
  var device: String?
  var control: String?
  var action: String
  var outcome: String
  var failureCode: String?
  var pinned: Bool
  var recovery: String?
  var target: String?
  var style: String?
  var sourceSHA256: String?
  /// When audio that is not in the archive went.
  var audioExpiry: Expiry?
  /// Nil where the archive has no recording of it.
  var audio: Audio?
  var results: [Result]
}
