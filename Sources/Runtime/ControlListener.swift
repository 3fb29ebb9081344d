internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// The listening control socket and its file, which is made again when someone removes it.
///
/// `@unchecked Sendable`: made by the thread that starts the server, then used by the control thread alone.
final class ControlListener: @unchecked Sendable {
  /// What an `accept` gave.
  enum Arrival {
    case client(CInt)
    /// Someone who cannot be served, since no descriptor is left; to be told so.
    case unserved(CInt)
    case nobody
  }

  /// When the file cannot be made again now: its folder may come back by itself, at a new login for one.
  private static let remakeInterval = Duration.seconds(2)
  /// When there is not even a descriptor to turn someone away with, nobody is accepted for so long: the socket would be
  /// reported ready without end.
  private static let pause = Duration.milliseconds(100)

  private let path: String
  private var socket: FileDescriptor
  private var file: FileIdentity?
  private var watch: FolderWatch
  /// Given up to accept a client when no other descriptor is left.
  private var spare: FileDescriptor?
  private var pausedUntil: MonotonicInstant?
  private(set) var remakeAt: MonotonicInstant?

  init(path: String) throws(SystemError) {
    self.path = path
    socket = try Self.listen(path)
    file = FileIdentity(path)
    watch = try FolderWatch()
    _ = try watch.add(Files.parent(of: path))
    spare = try? FileDescriptor.open("/dev/null", O_RDONLY)
  }

  private static func listen(_ path: String) throws(SystemError) -> FileDescriptor {
    let listener = try UnixSocket.listen(path)
    guard hwctl_set_nonblocking(listener.rawValue) == 0 else {
      throw SystemError(call: "set non-blocking", subject: path)
    }
    return listener
  }

  /// -1 while nobody is accepted, which poll(2) leaves out.
  var socketDescriptor: CInt { pausedUntil == nil ? socket.rawValue : -1 }
  var watchDescriptor: CInt { watch.descriptor.rawValue }

  /// When `continue` is wanted although nothing has happened.
  var deadline: MonotonicInstant? { [pausedUntil, remakeAt].compactMap { $0 }.min() }

  /// Time has passed, or something in the folder has changed.
  func refresh(isStopping: () -> Bool) {
    let now = MonotonicInstant.now()
    if let until = pausedUntil, until <= now { pausedUntil = nil }
    let facts = watch.take()
    guard !facts.isEmpty || (remakeAt.map { $0 <= now } ?? false) else { return }
    guard file == nil || FileIdentity(path) != file, !isStopping() else { return }
    remake(now)
  }

  private func remake(_ now: MonotonicInstant) {
    do throws(SystemError) {
      try Files.makeFolder(Files.parent(of: path))
      let fresh = try FolderWatch()
      _ = try fresh.add(Files.parent(of: path))
      socket = try Self.listen(path)
      watch = fresh
      file = FileIdentity(path)
      remakeAt = nil
      Log.warning("the control socket was removed while hwctld ran, and has been made again")
    } catch {
      if remakeAt == nil {
        Log.error(
          "the control socket was removed and cannot be made again now: hwctl does not reach hwctld",
          ["errno": .number(error.code)])
      }
      file = nil
      remakeAt = now.advanced(by: Self.remakeInterval)
    }
  }

  func accept() -> Arrival {
    guard pausedUntil == nil else { return .nobody }
    let descriptor = hwctl_accept(socket.rawValue)
    if descriptor >= 0 { return .client(descriptor) }
    guard errno == EMFILE || errno == ENFILE else { return .nobody }
    spare = nil
    let unserved = hwctl_accept(socket.rawValue)
    if unserved >= 0 { return .unserved(unserved) }
    pausedUntil = .now().advanced(by: Self.pause)
    return .nobody
  }

  /// After an `unserved` one has been closed.
  func takeSpareBack() {
    spare = try? FileDescriptor.open("/dev/null", O_RDONLY)
    if spare == nil { pausedUntil = .now().advanced(by: Self.pause) }
  }
}
