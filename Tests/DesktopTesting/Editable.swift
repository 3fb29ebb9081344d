import FoundationEssentials
import Glibc
import SystemCalls

/// A program with one widget for text (editable.py), asked and told what to do from its inside, beside accessibility.
public final class Editable: Sendable {
  public enum Toolkit: String, CaseIterable, Sendable {
    case gtk3, gtk4, qt5, qt6

    public var isInstalled: Bool {
      let library = "/usr/lib/x86_64-linux-gnu/girepository-1.0"
      let needed =
        switch self {
        case .gtk3: ["gi", "\(library)/Gtk-3.0.typelib"]
        case .gtk4: ["gi", "\(library)/Gtk-4.0.typelib"]
        case .qt5: ["PyQt5"]
        case .qt6: ["PyQt6"]
        }
      return DesktopProgram.areInstalled("python3")
        && needed.allSatisfy { Files.exists($0.hasPrefix("/") ? $0 : "/usr/lib/python3/dist-packages/\($0)") }
    }
  }

  public enum Widget: String, Sendable {
    case entry, view, plain, password, readonly, button
  }

  /// Offsets count Unicode scalars.
  public struct Order: Encodable, Sendable {
    public var text: String?
    public var caret: Int?
    public var select: [Int]?
    public var secure: Bool?
    /// Gives the focus to another widget of the window.
    public var leave: Bool?

    public init(
      text: String? = nil, caret: Int? = nil, select: [Int]? = nil, secure: Bool? = nil, leave: Bool? = nil
    ) {
      self.text = text
      self.caret = caret
      self.select = select
      self.secure = secure
      self.leave = leave
    }
  }

  public struct State: Decodable, Equatable, Sendable {
    public var text: String
    public var caret: Int
    public var focus: Bool
  }

  public let program: DesktopProgram
  private let orders: FileDescriptor
  private let answers: FileDescriptor

  init(
    _ toolkit: Toolkit, _ widget: Widget, start: ([String], [CInt: CInt]) throws -> DesktopProgram
  ) throws {
    var (down, up): ([CInt], [CInt]) = ([0, 0], [0, 0])
    guard pipe(&down) == 0, pipe(&up) == 0 else { throw DesktopProgram.Failure(reason: "no pipe") }
    for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(up[0], F_SETFL, O_NONBLOCK)
    orders = FileDescriptor(owning: down[1])
    answers = FileDescriptor(owning: up[0])
    defer { for end in [down[0], up[1]] { close(end) } }
    let script = String(#filePath.dropLast("Editable.swift".count)) + "editable.py"
    // Away from 3 and 4, which the child's own ends are copied to.
    let ends = [down[0], up[1]].map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for end in ends { close(end) } }
    program = try start(["python3", script, toolkit.rawValue, widget.rawValue], [3: ends[0], 4: ends[1]])
  }

  /// Lets it do something, and says how things are then.
  @discardableResult
  public func tell(_ order: Order = Order()) async throws -> State {
    try orders.writeAll(Array(try JSONEncoder().encode(order)) + [0x0a])
    var line: [UInt8] = []
    let isAnswered = try await eventually(within: .seconds(20)) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = try buffer.withUnsafeMutableBytes { try answers.read(into: $0) }
      line += buffer.prefix(count ?? 0)
      return line.last == 0x0a
    }
    guard isAnswered else {
      throw DesktopProgram.Failure(reason: "the program with the text does not answer")
    }
    return try JSONDecoder().decode(State.self, from: Data(line))
  }

  public func waitForFocus() async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while try await !tell().focus {
      guard ContinuousClock.now < end else {
        throw DesktopProgram.Failure(reason: "the program with the text did not get the focus")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
