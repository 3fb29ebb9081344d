/// Why a model package cannot be used.
public struct ModelError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is no such folder.
    case missing
    case notAFolder
    case manifestMalformed
    /// The manifest has a format from a newer hwctl.
    case newerSchema
    case unknownEngine
    /// A file that the manifest does not list.
    case extraFile
    case missingFile
    /// A symbolic link, or anything else that is not a regular file.
    case link
    case wrongSize
    case wrongDigest
    /// The system refused to read it.
    case unreadable
  }

  public var code: Code
  /// The folder or file. Private: shown to the user, never logged.
  public var path: String
  /// What else is known: a flaw, two sizes, the kernel's words.
  public var detail: String

  public init(_ code: Code, _ path: String, detail: String = "") {
    self.code = code
    self.path = path
    self.detail = detail
  }

  /// What failed, on what, why, and what mends it.
  public var message: String {
    switch code {
    case .missing: "there is no speech model at \(path): \(remedy)"
    case .notAFolder: "the speech model \(path) is not a folder: choose a folder with a manifest.json in it"
    case .manifestMalformed: "\(path) is not a model manifest: \(detail); \(remedy)"
    case .newerSchema: "\(path) has format \(detail), newer than this hwctl can read: update hwctl"
    case .unknownEngine:
      "\(path) is for the engine '\(detail)', which this hwctl does not have: choose another model, or update hwctl"
    case .extraFile:
      "\(path) does not belong to the speech model: its manifest does not list it; remove the file, or \(remedy)"
    case .missingFile: "\(path) is missing from the speech model: \(remedy)"
    case .link:
      "\(path) is a link or not a regular file, which a speech model may not hold: \(remedy)"
    case .wrongSize: "\(path) is damaged: it has \(detail); \(remedy)"
    case .wrongDigest: "\(path) is damaged: its SHA-256 is not the manifest's; \(remedy)"
    case .unreadable:
      "\(path) cannot be read: \(detail); check its owner and permissions, or \(remedy)"
    }
  }

  /// For a model of the catalogue, whose id is in the path of all that is installed, its installation by name.
  private var remedy: String {
    guard let id = path.split(separator: "/").last(where: { ModelCatalogue.entry(String($0)) != nil }) else {
      return
        "install it with 'hwctl models install --from PATH', or another one that 'hwctl models list' shows"
    }
    return "run 'hwctl models install \(id)'"
  }
}
