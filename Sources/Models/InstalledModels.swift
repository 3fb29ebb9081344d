internal import Digests
public import SystemCalls

/// The model packages of a machine: the user's own, and those that the distribution installed.
public struct InstalledModels: Sendable {
  /// Of the user; may not exist yet.
  public let folder: String
  public let systemFolder: String

  public init(folder: String, systemFolder: String = ModelLocator.systemFolder) {
    self.folder = folder
    self.systemFolder = systemFolder
  }

  /// One version of a model, its manifest read and its files not looked at.
  public struct Model: Sendable {
    public let id: String
    public let version: String
    public let folder: String
    public let isUsers: Bool
    public let manifest: Result<ModelManifest, ModelError>
  }

  /// All versions of all models, by id; the user's before the system's, the newest first, which is the order of choice.
  public func all() -> [Model] {
    let ids = Set(names(folder) + names(systemFolder)).filter(ModelManifest.isIdentifier).sorted()
    return ids.flatMap { id in
      models(id, in: folder, isUsers: true) + models(id, in: systemFolder, isUsers: false)
    }
  }

  /// The folder of the user's own version of a model.
  public func place(of identity: ModelIdentity) -> String { "\(folder)/\(identity.id)/\(identity.version)" }

  /// Removes all the user's versions of a model.
  ///
  /// - Returns: false when there are none.
  public func remove(_ id: String) throws(SystemError) -> Bool {
    guard ModelManifest.isIdentifier(id), Files.exists("\(folder)/\(id)") else { return false }
    // Renamed first: what is half removed must not be found.
    try Files.makeFolder(stagingFolder)
    let away = Files.unusedPath("\(stagingFolder)/removed-\(id)")
    try Files.rename("\(folder)/\(id)", to: away)
    try Files.removeTree(away)
    return true
  }

  /// Where packages are put together. On the same file system as they, so that they can be renamed; hidden, so that no id
  /// names it.
  public var stagingFolder: String { folder + "/.staging" }

  /// A file with these very bytes in a package of this machine.
  package func copy(of file: ModelManifest.File) -> String? {
    for model in all() {
      guard case .success(let manifest) = model.manifest,
        let found = manifest.files.first(where: { $0.sha256 == file.sha256 && $0.bytes == file.bytes })
      else { continue }
      let path = "\(model.folder)/\(found.name)"
      if (try? SHA256.digest(ofFile: path).digest) == file.sha256 { return path }
    }
    return nil
  }

  private func models(_ id: String, in parent: String, isUsers: Bool) -> [Model] {
    ModelLocator.versions(in: "\(parent)/\(id)").map { name in
      let place = "\(parent)/\(id)/\(name)"
      let manifest = Result { () throws(ModelError) in try ModelPackage.readManifest(place) }
      return Model(id: id, version: name, folder: place, isUsers: isUsers, manifest: manifest)
    }
  }

  /// A folder that cannot be listed holds no models.
  private func names(_ folder: String) -> [String] { (try? Files.names(in: folder)) ?? [] }
}
