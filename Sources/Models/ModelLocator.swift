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
      let places = versions(in: "\(parent)/\(id)").map { "\(parent)/\(id)/\($0)" }
      if let place = places.first(where: { Files.exists("\($0)/\(ModelPackage.manifestName)") }) {
        return place
      }
    }
    throw ModelError(.missing, "\(dataFolder)/\(id)")
  }

  /// The names of the versions in a model's folder, the newest first.
  static func versions(in folder: String) -> [String] {
    // A folder that cannot be listed is the same as none: the caller then says what is missing and where.
    ((try? Files.names(in: folder)) ?? [])
      .compactMap { name in ModelVersion(name).map { (name: name, version: $0) } }
      .sorted { $0.version > $1.version }
      .map(\.name)
  }
}
