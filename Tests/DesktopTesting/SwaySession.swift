public import Glibc
import SystemCalls
import TestSupport

/// A sway without screen or input devices, with a runtime folder of its own.
///
/// It refuses to run as root, so that its programs run as "nobody" then.
public final class SwaySession: Sendable {
  /// The path of the Wayland socket, which WAYLAND_DISPLAY may name.
  public let display: String
  /// SWAYSOCK
  public let controlSocket: String
  public let path: String
  private let folder: TemporaryFolder
  private let sway: DesktopProgram
  private let seatd: DesktopProgram?

  public static let isInstalled = DesktopProgram.areInstalled("sway", "swaymsg", "setpriv", "jq")
  /// Whether a session can have the kernel's input devices.
  public static let canReadKernel = isInstalled && Files.exists("/usr/sbin/seatd")
  private static let nobody: uid_t = 65534

  /// - Parameters:
  ///   - configuration: lines of sway(5).
  ///   - readsKernel: takes the kernel's input devices, as on a real seat; only in a machine of its own.
  ///   - earlier: a session that has ended, whose display this one takes over.
  public init(
    _ configuration: String = "", readsKernel: Bool = false, after earlier: SwaySession? = nil
  ) async throws {
    folder = try earlier?.folder ?? TemporaryFolder()
    for name in try folder.names() where name.hasPrefix("sway-ipc.") { unlink(folder.file(name)) }
    unlink(folder.file("wayland-1"))
    path = folder.path
    let file = try folder.write(
      "config", "focus_follows_mouse no\nxwayland enable\ndefault_border none\n" + configuration + "\n")
    chmod(file, 0o644)
    chmod(path, 0o700)
    if geteuid() == 0 { chown(path, Self.nobody, Self.nobody) }
    var environment = Self.environment(path)
    if readsKernel {
      // With it, devices that are there at the start are taken with the first key only, and that key is lost.
      environment["WLR_LIBINPUT_NO_DEVICES"] = nil
      environment.merge(
        ["WLR_BACKENDS": "headless,libinput", "LIBSEAT_BACKEND": "seatd", "SEATD_VTBOUND": "0"]
      ) { $1 }
      seatd = try DesktopProgram(
        ["/usr/sbin/seatd", "-u", "nobody"], environment: ["SEATD_VTBOUND": "0"],
        log: folder.file("seatd.log")
      )
      guard await eventually({ Files.exists("/run/seatd.sock") }) else {
        throw DesktopProgram.Failure(reason: "seatd did not start")
      }
    } else {
      seatd = nil
    }
    sway = try DesktopProgram(
      Self.asUser(["/usr/bin/sway", "-c", file]), environment: environment, log: folder.file("sway.log"))
    let names: () -> [String] = { [path] in (try? Files.names(in: path)) ?? [] }
    guard
      await eventually(
        within: .seconds(20),
        {
          names().contains { $0.hasPrefix("sway-ipc.") } && names().contains("wayland-1")
        }), let control = names().first(where: { $0.hasPrefix("sway-ipc.") })
    else { throw DesktopProgram.Failure(reason: "sway did not start") }
    display = path + "/wayland-1"
    controlSocket = path + "/" + control
  }

  private static func environment(_ path: String) -> [String: String] {
    [
      "HOME": path, "XDG_RUNTIME_DIR": path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
      "WLR_LIBINPUT_NO_DEVICES": "1",
    ]
  }

  private static func asUser(_ arguments: [String]) -> [String] {
    guard geteuid() == 0 else { return arguments }
    return ["/usr/bin/setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] + arguments
  }

  /// Stops the compositor and lets it go on (SIGSTOP, SIGCONT).
  public func signal(_ number: CInt) { sway.signal(number) }

  /// The compositor ends at once, as in a crash.
  public func end() { sway.end() }

  /// Starts a program in the session.
  public func start(
    _ arguments: [String], with more: [String: String] = [:], descriptors: [CInt: CInt] = [:]
  ) throws -> DesktopProgram {
    var environment = Self.environment(path)
    environment["WAYLAND_DISPLAY"] = display
    environment["SWAYSOCK"] = controlSocket
    let program =
      arguments[0].hasPrefix("/") ? arguments : ["/usr/bin/\(arguments[0])"] + arguments.dropFirst()
    return try DesktopProgram(
      Self.asUser(program), environment: environment.merging(more) { $1 }, log: folder.file("programs.log"),
      descriptors: descriptors)
  }

  /// Sends a command as swaymsg(1) does.
  public func command(_ words: String...) async throws {
    let program = try start(["swaymsg"] + words)
    guard await eventually({ !program.isRunning }) else {
      throw DesktopProgram.Failure(reason: "swaymsg does not end")
    }
  }

  /// Returns when the window of a program has the focus.
  public func waitForFocus(_ process: pid_t) async throws {
    let answer = folder.file("focus")
    let query = "swaymsg -r -t get_tree | jq '.. | objects | select(.focused == true) | .pid' >'\(answer)'"
    for _ in 0..<200 {
      let program = try start(["/bin/sh", "-c", query])
      guard await eventually({ !program.isRunning }) else { break }
      let focused = String(decoding: (try? Files.read(answer, limit: 100)) ?? [], as: UTF8.self)
      if focused == "\(process)\n" { return }
    }
    throw DesktopProgram.Failure(reason: "the program's window did not get the focus")
  }

  /// A foot that writes what is typed into a file.
  public func foot() async throws -> TerminalReceiver {
    let foot = try await TerminalReceiver(["foot"], folder: path) { try start($0) }
    try await waitForFocus(foot.process)
    return foot
  }

  /// An xterm on Xwayland.
  public func xterm() async throws -> TerminalReceiver {
    // Xwayland is started by its first client; sway sets DISPLAY only for programs that it starts itself.
    let name = path + "/x11"
    try await command("exec", "echo $DISPLAY >\(name)")
    var display = ""
    _ = await eventually {
      display = String(decoding: (try? Files.read(name, limit: 20)) ?? [], as: UTF8.self)
      return display.hasSuffix("\n")
    }
    let variables = ["DISPLAY": String(display.dropLast())]
    let xterm = try await TerminalReceiver(["xterm", "-e"], folder: path) { try start($0, with: variables) }
    try await waitForFocus(xterm.process)
    return xterm
  }

  public func gtk(_ widget: GTKReceiver.Widget) async throws -> GTKReceiver {
    let receiver = try await GTKReceiver(widget, folder: path) {
      try start($0, with: ["NO_AT_BRIDGE": "1", "GDK_BACKEND": "wayland"])
    }
    try await receiver.waitForFocus()
    return receiver
  }

  /// Starts a program with one widget, which shows itself to accessibility, and returns when that has the focus.
  public func editable(_ toolkit: Editable.Toolkit, _ widget: Editable.Widget) async throws -> Editable {
    let editable = try Editable(toolkit, widget) {
      try start(
        $0,
        with: [
          "DBUS_SESSION_BUS_ADDRESS": busAddress, "GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland",
        ],
        descriptors: $1)
    }
    try await editable.waitForFocus()
    return editable
  }

  private var busAddress: String { "unix:path=\(path)/bus" }

  /// Starts a message bus in the session, which tests that run as root may use as well; it lasts as long as the program.
  public func messageBus() async throws -> (address: String, daemon: DesktopProgram) {
    let file = try folder.write(
      "bus.conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type><listen>\(busAddress)</listen><auth>EXTERNAL</auth><standard_session_servicedirs/>
        <policy context="default">
          <allow user="root"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """)
    chmod(file, 0o644)
    let daemon = try start(["dbus-daemon", "--config-file=\(file)", "--nofork", "--nopidfile"])
    guard await eventually({ Files.exists("\(path)/bus") }) else {
      throw DesktopProgram.Failure(reason: "dbus-daemon did not start")
    }
    return (busAddress, daemon)
  }

  /// Sets the layout of all keyboards. Its two halves do not fit together for a moment, which sway refuses.
  public func setLayout(_ layout: String, variant: String) async throws {
    try await command("input", "*", "xkb_variant", "\"\"")
    try await command("input", "*", "xkb_layout", "\"\(layout)\"")
    try await command("input", "*", "xkb_variant", "\"\(variant)\"")
  }
}
