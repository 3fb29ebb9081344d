internal import Digests
internal import FoundationEssentials

/// The decoders of an archive's files alone, for tools that have bytes and no folder.
public enum ArchiveCheck {
  /// What is wrong with the bytes of a checksums file; nil when they are those of an archive.
  public static func problem(inChecksums bytes: [UInt8]) -> ArchiveError? {
    do throws(ArchiveError) {
      _ = try ArchiveChecksums(path: "", bytes: bytes)
      return nil
    } catch { return error }
  }

  /// Decodes and judges a manifest as an import does, its recordings taken as being there, and writes what was understood
  /// anew: the same bytes for equal sessions.
  public static func rewritten(manifest bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
    let digest = SHA256.digest(of: bytes)
    var files = [
      ArchiveChecksums.Entry(path: ArchiveFormat.manifest, bytes: bytes.count, sha256: digest)
    ]
    // What it names, in so far as it can be named: the rest is for the decoder to refuse.
    if let named = try? JSONDecoder().decode(ArchiveManifest.self, from: Data(bytes)) {
      for session in named.sessions {
        guard let audio = session.audio else { continue }
        let path = ArchiveFormat.audioPath(session.id + SessionFiles.audioSuffix)
        files.append(ArchiveChecksums.Entry(path: path, bytes: audio.bytes, sha256: audio.sha256))
      }
    }
    let contents = try ArchiveContents(
      path: "", manifest: bytes, checksums: ArchiveChecksums(algorithm: "sha256", files: files),
      digest: digest)
    let manifest = ArchiveManifest(
      format: ArchiveFormat.name, version: ArchiveFormat.version,
      sessions: contents.sessions.map { ArchiveSession($0, withAudio: true) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(manifest) else {
      preconditionFailure("strings and whole numbers can always be encoded")
    }
    return Array(data)
  }
}
