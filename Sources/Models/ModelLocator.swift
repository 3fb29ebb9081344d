internal import SystemCalls

/// Finds the folder of a model; does not check what is in it.
public enum ModelLocator {
  /// What distributions install.
  public static let systemFolder = "/usr/share/hwctl/models"

  /// The newest version of a model, the user's own before the system's.
  ///
  /// - Parameters:
  ///   - id: a model's id, or the absolute path of a folder of one's own with a manifest.json in it.
  ///   - dataFolder: the user's models; see `Directories.models`.
  /// - Throws: `missing` when there is none.
  public static func locate(
    id: String, dataFolder: String, systemFolder: String = ModelLocator.systemFolder
  ) throws(ModelError) -> String {
    if id.hasPrefix("/") {
      guard Files.exists(id) else { throw ModelError(.missing, id) }
      return id
    }
    guard ModelManifest.isIdentifier(id) else { throw ModelError(.missing, "\(dataFolder)/\(id)") }
    for parent in [dataFolder, systemFolder] {
      if let version = newestVersion(in: "\(parent)/\(id)") { return "\(parent)/\(id)/\(version)" }
    }
    throw ModelError(.missing, "\(dataFolder)/\(id)")
  }

  private static func newestVersion(in folder: String) -> String? {
    // A folder that cannot be listed is the same as none: the caller then says what is missing and where.
    guard let names = try? Files.names(in: folder) else { return nil }
    return
      names
      .compactMap { name in ModelVersion(name).map { (name: name, version: $0) } }
      .filter { Files.exists("\(folder)/\($0.name)/\(ModelPackage.manifestName)") }
      .max { $0.version < $1.version }?.name
  }
}
