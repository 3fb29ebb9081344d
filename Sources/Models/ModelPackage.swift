internal import Digests
internal import Glibc
internal import SystemCalls

/// A model folder whose every file has been checked against its manifest. There is no other way to get one.
public struct ModelPackage: Hashable, Sendable {
  public static let manifestName = "manifest.json"

  public let folder: String
  public let manifest: ModelManifest

  public var identity: ModelIdentity { manifest.identity }

  /// Checks the manifest, the list of files, their kinds, sizes and SHA-256 (about 0.3 s for 80 MB).
  ///
  /// What this proves: the files are those the manifest's author had. Whether they are good networks it cannot tell;
  /// the worker process stands between a bad one and the daemon.
  public static func admit(_ folder: String) throws(ModelError) -> ModelPackage {
    try checkFolder(folder)
    let manifest = try readManifest(folder)
    let names = try listing(folder)
    let listed = Set(manifest.files.map(\.name) + [manifestName])
    for name in names where !listed.contains(name) { throw ModelError(.extraFile, "\(folder)/\(name)") }
    // All sizes before any digest: a truncated file is told at once.
    for file in manifest.files { try checkKindAndSize(file, at: "\(folder)/\(file.name)") }
    for file in manifest.files { try checkDigest(file, in: folder) }
    return ModelPackage(folder: folder, manifest: manifest)
  }

  /// The file that fills a role.
  package func path(of role: ModelManifest.Role) -> String {
    guard let file = manifest.files.first(where: { $0.role == role }) else {
      preconditionFailure("a package without this role is not admitted")
    }
    return "\(folder)/\(file.name)"
  }

  private static func checkFolder(_ folder: String) throws(ModelError) {
    var status = stat()
    guard stat(folder, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw ModelError(.missing, folder) }
      throw ModelError(.unreadable, folder, detail: String(cString: strerror(code)))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw ModelError(.notAFolder, folder) }
  }

  package static func readManifest(_ folder: String) throws(ModelError) -> ModelManifest {
    let path = "\(folder)/\(manifestName)"
    _ = try regularFileSize(path)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(path, limit: ModelManifest.sizeLimitBytes)
    } catch {
      throw ModelError(.unreadable, path, detail: error.explanation)
    }
    return try manifest(bytes, at: path)
  }

  /// - Parameter path: where the bytes are from, for the message.
  package static func manifest(_ bytes: [UInt8], at path: String) throws(ModelError) -> ModelManifest {
    do throws(ModelManifest.Flaw) {
      return try ModelManifest(json: bytes)
    } catch {
      switch error {
      case .newerSchema(let version): throw ModelError(.newerSchema, path, detail: String(version))
      case .unknownEngine(let engine): throw ModelError(.unknownEngine, path, detail: engine)
      case .malformed(let flaw): throw ModelError(.manifestMalformed, path, detail: flaw)
      }
    }
  }

  private static func listing(_ folder: String) throws(ModelError) -> [String] {
    do throws(SystemError) {
      return try Files.names(in: folder)
    } catch {
      throw ModelError(.unreadable, folder, detail: error.explanation)
    }
  }

  package static func checkKindAndSize(_ file: ModelManifest.File, at path: String) throws(ModelError) {
    let size = try regularFileSize(path)
    guard size == file.bytes else {
      throw ModelError(.wrongSize, path, detail: "\(size) bytes, not \(file.bytes)")
    }
  }

  private static func checkDigest(_ file: ModelManifest.File, in folder: String) throws(ModelError) {
    let path = "\(folder)/\(file.name)"
    let digest: String
    do throws(SystemError) {
      digest = try SHA256.digest(ofFile: path).digest
    } catch {
      throw ModelError(.unreadable, path, detail: error.explanation)
    }
    guard digest == file.sha256 else { throw ModelError(.wrongDigest, path) }
  }

  /// lstat(2), so that a link is seen as one.
  private static func regularFileSize(_ path: String) throws(ModelError) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { throw ModelError(.missingFile, path) }
      throw ModelError(.unreadable, path, detail: String(cString: strerror(code)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ModelError(.link, path) }
    return Int(status.st_size)
  }
}
