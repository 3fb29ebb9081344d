internal import FoundationEssentials
internal import Glibc
public import Models
internal import SystemCalls

/// Installs model packages from a folder, an archive or the catalogue's addresses.
///
///     1  what is there already and right        nothing is done
///     2  files come into the staging folder      each checked against its declared size and SHA-256
///     3  admission of the whole                  as before every use
///     4  one rename to where models are          until here nothing is found by anyone
public struct PackageInstaller: Sendable {
  private let models: InstalledModels
  /// Schemes that may be fetched from.
  var protocols = "https"
  var pause = Duration.seconds(1)
  var freeBytes: @Sendable (String) -> Int64? = { try? Files.freeBytes(at: $0) }

  public init(_ models: InstalledModels) { self.models = models }

  /// Left free beside the model, for everything else.
  private static let reserveBytes: Int64 = 64_000_000

  /// Fetches a model of the catalogue.
  ///
  /// - Parameter onProgress: told the bytes that are there, of so many, often.
  /// - Precondition: it is not a prepared one.
  public func install(
    _ entry: CatalogueEntry, onProgress: @escaping (_ done: Int, _ all: Int) -> Void
  ) throws(InstallError) -> ModelPackage {
    let manifest = entry.manifest
    let staging = try StagingFolder(for: manifest.identity, in: models)
    let all = manifest.files.reduce(0) { $0 + $1.bytes }
    try checkSpace(for: all, in: staging.path)
    var before = 0
    for file in manifest.files {
      if let address = entry.address(of: file) {
        let done = before
        var download = Download(protocols: protocols, pause: pause)
        download.onProgress = { onProgress(done + $0, all) }
        try download.fetch(file, from: address, into: staging.path)
      } else {
        guard let copy = models.copy(of: file) else { throw .detectorMissing }
        try Self.copy(copy, to: file, in: staging.path)
      }
      before += file.bytes
    }
    try Self.write(manifest, in: staging.path)
    return try admit(staging, manifest)
  }

  /// Installs a package that somebody has brought.
  ///
  /// - Parameter declared: what the files must be where they bring no manifest, from the catalogue.
  public func install(
    from source: PackageSource, as declared: ModelManifest? = nil
  ) throws(InstallError) -> ModelPackage {
    switch source {
    case .folder(let folder): try install(folder: folder, as: declared)
    case .archive(let path): try install(archive: path, as: declared)
    }
  }

  // MARK: Folders

  private func install(folder: String, as declared: ModelManifest?) throws(InstallError) -> ModelPackage {
    let manifest = try Self.manifest(of: folder, declared)
    let staging = try StagingFolder(for: manifest.identity, in: models)
    try checkSpace(for: manifest.files.reduce(0) { $0 + $1.bytes }, in: staging.path)
    let names: [String]
    do throws(SystemError) { names = try Files.names(in: folder) } catch { throw .system(error) }
    let listed = Set(manifest.files.map(\.name) + [ModelPackage.manifestName])
    for name in names where !listed.contains(name) {
      staging.discard()
      throw .undeclared(path: folder, entry: name)
    }
    for file in manifest.files {
      try Self.copy("\(folder)/\(file.name)", to: file, in: staging.path)
    }
    try Self.write(manifest, in: staging.path)
    return try admit(staging, manifest)
  }

  private static func manifest(
    of folder: String, _ declared: ModelManifest?
  ) throws(InstallError) -> ModelManifest {
    do throws(ModelError) { return try ModelPackage.readManifest(folder) } catch {
      if let declared, error.code == .missingFile { return declared }
      throw .package(error)
    }
  }

  // MARK: Archives

  private func install(archive path: String, as declared: ModelManifest?) throws(InstallError) -> ModelPackage
  {
    let reader = ArchiveReader(path: path)
    let manifest = try Self.manifest(in: reader, declared)
    let files = Dictionary(uniqueKeysWithValues: manifest.files.map { ($0.name, $0) })
    let staging = try StagingFolder(for: manifest.identity, in: models)
    try checkSpace(for: manifest.files.reduce(0) { $0 + $1.bytes }, in: staging.path)
    let folder = staging.path
    do throws(InstallError) {
      try reader.forEachFile { (name, size, content) throws(InstallError) in
        if name == ModelPackage.manifestName { return }
        guard let file = files[name] else { throw InstallError.undeclared(path: path, entry: name) }
        try Self.extract(content, size: size, to: file, in: folder)
      }
      try Self.write(manifest, in: folder)
    } catch {
      staging.discard()
      throw error
    }
    return try admit(staging, manifest)
  }

  /// The whole archive is looked at once before anything is written.
  private static func manifest(
    in reader: ArchiveReader, _ declared: ModelManifest?
  ) throws(InstallError) -> ModelManifest {
    var json: [UInt8]?
    try reader.forEachFile { (name, size, content) throws(InstallError) in
      guard name == ModelPackage.manifestName else { return }
      var bytes: [UInt8] = []
      try content.read { piece in
        bytes += piece
        return bytes.count <= ModelManifest.sizeLimitBytes
      }
      json = bytes
    }
    let path = "\(reader.path)/\(ModelPackage.manifestName)"
    guard let json else {
      if let declared { return declared }
      throw .package(ModelError(.missingFile, path))
    }
    guard json.count <= ModelManifest.sizeLimitBytes else {
      throw .package(ModelError(.manifestMalformed, path, detail: "it is larger than a manifest can be"))
    }
    do throws(ModelError) { return try ModelPackage.manifest(json, at: path) } catch { throw .package(error) }
  }

  private static func extract(
    _ content: borrowing ArchiveReader.Content, size: Int, to file: ModelManifest.File, in folder: String
  ) throws(InstallError) {
    guard size == file.bytes else {
      throw .package(ModelError(.wrongSize, file.name, detail: "\(size) bytes, not \(file.bytes)"))
    }
    var target = try mapped { () throws(SystemError) in try CheckedFile(anew: file, in: folder) }
    try content.read { target.append($0) }
    if let failure = target.failure { throw .system(failure) }
    try target.finish()
  }

  // MARK: Files

  private func checkSpace(for bytes: Int, in folder: String) throws(InstallError) {
    let needed = Int64(bytes) + Self.reserveBytes
    guard let free = freeBytes(folder), free < needed else { return }
    throw .noSpace(folder: folder, needed: needed, free: free)
  }

  private static func copy(
    _ path: String, to file: ModelManifest.File, in folder: String
  ) throws(InstallError) {
    do throws(ModelError) { try ModelPackage.checkKindAndSize(file, at: path) } catch {
      throw .package(error)
    }
    var target = try mapped { () throws(SystemError) in try CheckedFile(anew: file, in: folder) }
    do throws(SystemError) {
      let source = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW)
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { block.deallocate() }
      while let count = try source.read(into: block), count > 0 {
        guard target.append(UnsafeRawBufferPointer(rebasing: block[..<count])) else { break }
      }
    } catch { throw .system(error) }
    if let failure = target.failure { throw .system(failure) }
    try target.finish()
  }

  private static func write(_ manifest: ModelManifest, in folder: String) throws(InstallError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? Array(encoder.encode(manifest)) else {
      preconditionFailure("a manifest of strings and numbers always encodes")
    }
    do throws(SystemError) {
      try Files.replace("\(folder)/\(ModelPackage.manifestName)", with: bytes + [UInt8(ascii: "\n")])
    } catch { throw .system(error) }
  }

  private func admit(
    _ staging: consuming StagingFolder, _ manifest: ModelManifest
  ) throws(InstallError) -> ModelPackage {
    let target = models.place(of: manifest.identity)
    do throws(ModelError) {
      _ = try ModelPackage.admit(staging.path)
    } catch {
      staging.discard()
      throw .package(error)
    }
    try staging.place(at: target)
    do throws(ModelError) { return try ModelPackage.admit(target) } catch { throw .package(error) }
  }
}
