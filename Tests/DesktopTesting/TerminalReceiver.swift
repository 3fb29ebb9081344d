import Glibc
import SystemCalls

/// A terminal in which a raw `cat` puts all that is typed into a file.
public final class TerminalReceiver: Receiver {
  public let program: DesktopProgram
  private let output: String
  private let ready: String

  /// - Parameters:
  ///   - terminal: the command up to the one that it runs.
  ///   - folder: where the receiver's files are; writable for the terminal's user.
  ///   - start: starts a program in the session.
  public init(
    _ terminal: [String], folder: String, start: ([String]) throws -> DesktopProgram
  ) async throws {
    let name = "\(folder)/typed-\(UInt32.random(in: 0...UInt32.max))"
    output = name
    ready = name + ".ready"
    // Raw, so that lines longer than 4095 bytes are not cut; appended to, so that emptying the file leaves no hole.
    let script = "stty raw -echo; : >'\(output)'; : >'\(ready)'; exec cat >>'\(output)'"
    program = try start(terminal + ["/bin/sh", "-c", script])
    let ready = ready
    guard await eventually(within: .seconds(20), { Files.exists(ready) }) else {
      throw DesktopProgram.Failure(reason: "\(terminal) did not start")
    }
  }

  /// What has arrived so far; Enter arrives as a carriage return.
  public var text: String {
    String(decoding: (try? Files.read(output, limit: 8 << 20)) ?? [], as: UTF8.self)
  }

  public func clear() { truncate(output, 0) }

  /// In bytes.
  public var size: Int {
    var status = stat()
    return stat(output, &status) == 0 ? Int(status.st_size) : 0
  }
}
