internal import CSystem
internal import Glibc

/// A named POSIX thread, for blocking reads and loops that must not sit on the cooperative pool.
public struct Thread: Sendable {
  private let name: String
  private let body: @Sendable () -> Void

  /// - Parameter name: shown by ps and debuggers; the kernel keeps 15 bytes.
  public init(name: String, _ body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  /// Starts it, detached.
  public func start() {
    let box = Unmanaged.passRetained(Box(name: "hwctl-\(name)", body: body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
        _ = hwctl_name_thread(String(box.name.utf8.prefix(15)) ?? "hwctl")
        box.body()
        return nil
      }, box.toOpaque())
    precondition(code == 0, "no thread could be made: the process is out of memory or at its thread limit")
    pthread_detach(thread)
  }

  private final class Box: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
