import Glibc
import SystemCalls

/// A GTK 3 entry or text view (gtk-receiver.py) with the focus.
public final class GTKReceiver: Receiver {
  public enum Widget: String, Sendable { case entry, view }

  public let program: DesktopProgram
  private let path: String

  public static let isInstalled =
    Files.exists("/usr/lib/python3/dist-packages/gi") && DesktopProgram.areInstalled("python3")
    && Files.exists("/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib")

  /// - Parameters:
  ///   - folder: writable for the program's user.
  ///   - start: starts a program in the session.
  public init(
    _ widget: Widget, folder: String, start: ([String]) throws -> DesktopProgram
  ) async throws {
    path = "\(folder)/gtk-\(UInt32.random(in: 0...UInt32.max))"
    let script = String(#filePath.dropLast("GTKReceiver.swift".count)) + "gtk-receiver.py"
    program = try start(["python3", script, widget.rawValue, path])
  }

  /// Returns when the widget has the focus.
  public func waitForFocus() async throws {
    let path = path
    guard await eventually(within: .seconds(20), { Files.exists(path) }) else {
      throw DesktopProgram.Failure(reason: "the GTK program did not get the focus")
    }
  }

  public var text: String {
    String(decoding: (try? Files.read(path, limit: 8 << 20)) ?? [], as: UTF8.self)
  }

  public var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  public func clear() { kill(program.process, SIGUSR1) }
}
