import Domain
import Glibc
import Profiles
import SystemCalls
import Terminal

/// `hwctl profiles edit`: an editor on a copy; your profiles are replaced by what is valid, in one step.
enum ProfileEditCommand {
  static func run() {
    let store = ProfilesCommand.store
    let (text, original) = editable(store)
    let copy = write(text, beside: store.path)
    while true {
      Editor.open(copy)
      let edited = read(copy)
      if edited == text, original != nil {
        unlink(copy)
        return Terminal.print("Nothing was changed.\n")
      }
      let issues = ProfileStore.validate(bytes: edited, models: ProfilesCommand.models)
      if issues.isEmpty { return replace(store, edited, original, copy) }
      for issue in issues { Terminal.complain(issue.description) }
      guard Editor.asksAgain() else {
        Terminal.fail(
          .invalidFile,
          "your profiles are as they were. What you edited is kept in \(copy); mend it there and use "
            + "'hwctl profiles validate \(copy)', then copy it to \(store.path).")
      }
    }
  }

  private static func replace(_ store: ProfileStore, _ text: [UInt8], _ original: [UInt8]?, _ copy: String) {
    do throws(ProfileError) {
      guard try store.replace(with: text, ifStill: original) else {
        Terminal.fail(
          .failed,
          "\(store.path) was changed by someone else while you edited, and is left as it is now. "
            + "What you edited is kept in \(copy).")
      }
    } catch {
      Terminal.fail(.invalidFile, "\(error.message). What you edited is kept in \(copy).")
    }
    unlink(copy)
    DaemonNotice.send(
      "Your profiles are changed.", profile: ProfilesCommand.load().activeProfile, json: false)
  }

  private static func editable(_ store: ProfileStore) -> (text: [UInt8], original: [UInt8]?) {
    do throws(ProfileError) { return try store.editable() } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  private static func write(_ text: [UInt8], beside path: String) -> String {
    let copy = "\(Files.parent(of: path))/profiles-edited-\(getpid()).json"
    do throws(SystemError) {
      try Files.makeFolder(Files.parent(of: copy))
      try Files.replace(copy, with: text)
    } catch { Terminal.fail(.failed, "\(error.description).") }
    return copy
  }

  private static func read(_ copy: String) -> [UInt8] {
    // One byte more than is taken, so that the check can say that it is too large.
    do throws(SystemError) { return try Files.read(copy, limit: 10_000_001) } catch {
      Terminal.fail(.failed, "\(error.description). Your profiles are as they were.")
    }
  }
}

/// The editor that the user has chosen.
enum Editor {
  /// Opens a file and waits for the editor's end. A failure of it ends the program.
  static func open(_ path: String) {
    // The variables may hold options too ("code --wait"), so that a shell reads them, as git and crontab do.
    let command = text("VISUAL") ?? text("EDITOR") ?? "sensible-editor"
    let arguments = ["sh", "-c", "\(command) \"$1\"", "sh", path]
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", nil, nil, pointers, environ) == 0 else {
      Terminal.fail(.failed, "the editor '\(command)' could not be started.")
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      Terminal.fail(
        .failed,
        "the editor '\(command)' failed; your profiles are as they were. Choose another with VISUAL or EDITOR. "
          + "The copy is \(path).")
    }
  }

  /// Whether to edit again; no when nobody can answer.
  static func asksAgain() -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    Terminal.complain("edit again? [Y/n]")
    guard let answer = readLine() else { return false }
    return !["n", "no"].contains(answer.lowercased())
  }

  private static func text(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
