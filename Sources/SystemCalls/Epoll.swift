internal import CSystem
public import Domain
internal import Glibc

/// An epoll(7) set whose members are known by numbers.
public struct Epoll: ~Copyable {
  public struct Ready {
    public var token: UInt64
    /// EPOLLERR or EPOLLHUP.
    public var isBroken: Bool
  }

  /// Events taken with one wait; the rest comes with the next one.
  private static let batch = 16

  private let descriptor: FileDescriptor

  public init() throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try retrying("epoll_create1", "input") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
  }

  /// - Parameter drained: the owner reads until nothing is left each time, so that the kernel need not look again on the
  ///   next wait (EPOLLET).
  public borrowing func add(_ member: CInt, token: UInt64, drained: Bool = false) throws(SystemError) {
    var event = epoll_event()
    event.events = UInt32(EPOLLIN.rawValue) | (drained ? UInt32(EPOLLET.rawValue) : 0)
    event.data.u64 = token
    try retrying("epoll_ctl", "input") { [descriptor = descriptor.rawValue] in
      epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &event)
    }
  }

  /// Must come before the member is closed.
  public borrowing func remove(_ member: CInt) {
    epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, member, nil)
  }

  /// Waits without end.
  public borrowing func wait(_ receive: (Ready) -> Void) throws(SystemError) {
    try withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) {
      buffer throws(SystemError) in
      guard let base = buffer.baseAddress else { return }
      let count = try retrying("epoll_wait", "input") { [descriptor = descriptor.rawValue] in
        epoll_wait(descriptor, base, CInt(Self.batch), -1)
      }
      for index in 0..<Int(count) {
        let event = base[index]
        let broken = event.events & (UInt32(EPOLLERR.rawValue) | UInt32(EPOLLHUP.rawValue)) != 0
        receive(Ready(token: event.data.u64, isBroken: broken))
      }
    }
  }
}

/// A timerfd(2) on CLOCK_MONOTONIC that wakes an epoll set once at an instant.
public struct DeadlineTimer: ~Copyable {
  private let descriptor: FileDescriptor

  public init() throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try retrying("timerfd_create", "input") {
        timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      })
  }

  public var rawDescriptor: CInt { descriptor.rawValue }

  /// - Parameter deadline: nil for never. One in the past wakes at once.
  public borrowing func set(_ deadline: MonotonicInstant?) {
    // All zero would disarm the timer, so an instant is never 0.
    let nanoseconds = deadline.map { max($0.nanoseconds, 1) } ?? 0
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    timerfd_settime(descriptor.rawValue, CInt(TFD_TIMER_ABSTIME), &setting, nil)
  }

  public borrowing func clear() {
    var count: UInt64 = 0
    _ = read(descriptor.rawValue, &count, 8)
  }
}
