public import Models
public import SystemCalls

/// Why a model was not installed. Nothing of it stands where models are looked for.
public enum InstallError: Error, Hashable, Sendable {
  /// What was given is no package, or a damaged one.
  case package(ModelError)
  /// The archive cannot be read: what libarchive says.
  case archive(path: String, reason: String)
  /// The archive holds something that a package may not: a link, a path that leads out, a second file of one name.
  case forbiddenEntry(path: String, entry: String, reason: String)
  /// A file that the manifest does not list.
  case undeclared(path: String, entry: String)
  case network(address: String, reason: String)
  /// The server has sent more than the manifest declares.
  case tooLong(address: String, bytes: Int)
  case wrongDigest(file: String, expected: String, actual: String)
  case noSpace(folder: String, needed: Int64, free: Int64)
  /// The detector's file is in no package of this machine.
  case detectorMissing
  /// Another process installs the same model.
  case busy(String)
  case system(SystemError)

  /// What failed, on what, why, and what to do.
  public var message: String {
    switch self {
    case .package(let error): error.message
    case .archive(let path, let reason):
      "\(path) cannot be read as an archive: \(reason); give a tar, tar.gz, tar.bz2, tar.xz or zip file of a model package"
    case .forbiddenEntry(let path, let entry, let reason):
      "\(path) holds '\(entry)', \(reason), which a model package may not: nothing of it was installed"
    case .undeclared(let path, let entry):
      "\(path) holds '\(entry)', which the model's manifest does not list: nothing of it was installed"
    case .network(let address, let reason):
      "cannot fetch \(address): \(reason); check the connection (a proxy is taken from https_proxy) and run the command "
        + "again, which goes on where it stopped"
    case .tooLong(let address, let bytes):
      "\(address) is longer than the \(bytes) bytes that the catalogue declares, so it is another file: nothing was installed"
    case .wrongDigest(let file, let expected, let actual):
      "\(file) is not the file that was declared: its SHA-256 is \(actual), not \(expected); it was removed"
    case .noSpace(let folder, let needed, let free):
      "\(folder) has \(Self.megabytes(free)) MB free and the model needs \(Self.megabytes(needed)) MB: make room, then run "
        + "the command again"
    case .detectorMissing:
      "no model of this machine holds the voice activity detector that this one needs: run 'hwctl models "
        + "install moonshine-base-en' first"
    case .busy(let id): "another command installs \(id) just now: wait for it"
    case .system(let error): "\(error.description); the model was not installed"
    }
  }

  private static func megabytes(_ bytes: Int64) -> Int64 { (bytes + 999_999) / 1_000_000 }
}

/// Runs what fails by the system's hand, and makes that the installation's error.
func mapped<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(InstallError) -> Value {
  do throws(SystemError) { return try body() } catch { throw .system(error) }
}
