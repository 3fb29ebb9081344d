import Glibc
import SystemCalls
import TestSupport

/// An X server without a screen (Xvfb) at a display number of its own choice, with a home folder for its programs.
public final class XServer: Sendable {
  /// ":12"
  public let display: String
  let folder = try! TemporaryFolder()
  private let server: DesktopProgram

  public static let need = "needs Xvfb (scripts/setup-packages test)"
  public static let isInstalled = DesktopProgram.areInstalled("Xvfb")

  /// - Parameter display: ":12", where an earlier server has ended; nil for a number that is free.
  public init(at display: String? = nil) async throws {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw DesktopProgram.Failure(reason: "no pipe") }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    // It writes its number when it takes clients (Xserver(1), -displayfd).
    let server = try DesktopProgram(
      ["Xvfb"] + (display.map { [$0] } ?? []) + [
        "-displayfd", "3", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset",
      ],
      log: folder.file("xserver.log"), descriptors: [3: ends[1]])
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 16)
    var text = ""
    guard
      await eventually({
        let count = read(ends[0], &bytes, bytes.count)
        if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
        return text.hasSuffix("\n")
      })
    else { throw DesktopProgram.Failure(reason: "Xvfb did not start; see \(folder.path)") }
    self.server = server
    self.display = ":" + text.dropLast()
  }

  /// Stops the server and lets it go on (SIGSTOP, SIGCONT).
  public func signal(_ number: CInt) { server.signal(number) }

  /// The server ends at once, as in a crash.
  public func end() { server.end() }

  public var environment: [String: String] {
    ["DISPLAY": display, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
  }

  /// Starts a program on this server.
  public func start(_ arguments: String..., with more: [String: String] = [:]) throws -> DesktopProgram {
    try DesktopProgram(
      arguments, environment: environment.merging(more) { $1 }, log: folder.file("programs.log"))
  }

  /// An xterm that writes what is typed into a file.
  public func xterm(_ options: [String] = []) async throws -> TerminalReceiver {
    try await TerminalReceiver(["xterm"] + options + ["-e"], folder: folder.path) { command in
      try DesktopProgram(command, environment: environment, log: folder.file("xterm.log"))
    }
  }

  public func gtk(_ widget: GTKReceiver.Widget) async throws -> GTKReceiver {
    try await GTKReceiver(widget, folder: folder.path) { command in
      // Without an accessibility bus, which is not what is tested here.
      try DesktopProgram(
        command, environment: environment.merging(["NO_AT_BRIDGE": "1"]) { $1 }, log: folder.file("gtk.log"))
    }
  }

  /// Sets the server's keyboard layout, as the user's session does (setxkbmap(1) of x11-xkb-utils).
  public func setLayout(_ layout: String, variant: String = "", options: String = "") async throws {
    let program = try start(
      "setxkbmap", "-layout", layout, "-variant", variant, "-option", options)
    guard await eventually({ !program.isRunning }) else {
      throw DesktopProgram.Failure(reason: "setxkbmap does not end")
    }
  }
}
