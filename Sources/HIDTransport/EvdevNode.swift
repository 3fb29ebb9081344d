internal import CEvdev
internal import CSystem
internal import Domain
internal import Drivers
internal import Glibc
internal import SystemCalls

/// An open evdev node. Closing it gives up the grab; the kernel does the same when the process dies.
///
/// Foreign facts: kernel `drivers/input/evdev.c`, libevdev's documentation.
struct EvdevNode: ~Copyable {
  enum Outcome: Hashable {
    case grabbed, keysHeld
    case failed(CInt)
  }

  private let descriptor: FileDescriptor
  private let device: OpaquePointer
  private let buffer: UnsafeMutableBufferPointer<input_event>

  /// Twenty frames of a pedal: more than one wake-up ever brings.
  private static let bufferEvents = 64

  /// The highest key code plus one (KEY_CNT of linux/input-event-codes.h).
  private static let keyCodes = UInt32(0x300)

  /// Opens the node and switches its time stamps to CLOCK_MONOTONIC. Nothing is grabbed yet.
  static func open(_ path: String) throws(SystemError) -> EvdevNode {
    // Read-only is enough: nothing is ever written, and EVIOCGRAB does not ask for more.
    let descriptor = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor.rawValue, &device)
    guard result == 0, let device else { throw SystemError(call: "read", subject: path, code: -result) }
    let node = EvdevNode(descriptor: descriptor, device: device)
    let clock = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    guard clock == 0 else { throw SystemError(call: "set the clock of", subject: path, code: -clock) }
    return node
  }

  private init(descriptor: consuming FileDescriptor, device: OpaquePointer) {
    self.descriptor = descriptor
    self.device = device
    buffer = .allocate(capacity: Self.bufferEvents)
  }

  deinit {
    libevdev_free(device)
    buffer.deallocate()
  }

  var rawDescriptor: CInt { descriptor.rawValue }
  var name: String { libevdev_get_name(device).map { String(cString: $0) } ?? "" }
  var product: ProductID {
    ProductID(
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)))
  }

  /// Where these axes are now, and between what; those that the node has.
  borrowing func axes(_ codes: Set<UInt16>) -> [UInt16: AxisRange] {
    var axes: [UInt16: AxisRange] = [:]
    for code in codes where libevdev_has_event_code(device, UInt32(EV_ABS), UInt32(code)) == 1 {
      guard let axis = EvdevRequests.axis(descriptor.rawValue, code) else { continue }
      axes[code] = AxisRange(minimum: axis.minimum, maximum: axis.maximum, resting: axis.value)
    }
    return axes
  }

  /// Grabs the node if no key is down.
  ///
  /// A grab while a key is down would hide its release from everybody else, for whom it then stays down.
  borrowing func take() -> Outcome {
    discardEvents()
    switch keysDown() {
    case .failure(let code): return .failed(code)
    case .success(let keys) where !keys.isEmpty: return .keysHeld
    case .success: break
    }
    let result = libevdev_grab(device, LIBEVDEV_GRAB)
    return result == 0 ? .grabbed : .failed(-result)
  }

  enum KeyState {
    case success(Set<UInt16>)
    case failure(CInt)
  }

  /// The keys that are down, from the kernel (EVIOCGKEY). Queued key events are discarded by the kernel with this
  /// question, so that its answer is the new truth.
  borrowing func keysDown() -> KeyState {
    var bits = [UInt64](repeating: 0, count: Int(Self.keyCodes) / 64)
    let result = bits.withUnsafeMutableBytes { EvdevRequests.keyState(descriptor.rawValue, $0) }
    if result < 0 { return .failure(errno) }
    var codes: Set<UInt16> = []
    for code in 0..<UInt16(Self.keyCodes) where bits[Int(code) / 64] & (1 << UInt64(code % 64)) != 0 {
      codes.insert(code)
    }
    return .success(codes)
  }

  /// Reads and forgets all that is queued; false when the node is dead.
  @discardableResult
  borrowing func discardEvents() -> Bool { readEvents { _, _ in } != .dead }

  enum Reading: Hashable {
    case complete
    /// Events were lost (SYN_DROPPED): compare with `keysDown` now.
    case lossy
    case dead
  }

  /// Gives every queued event in turn.
  ///
  /// Reads the kernel's records itself: libevdev asks once more after the last event, and that one call to the kernel
  /// costs a press more than all of our own work on it. A read that does not fill the buffer has emptied the queue.
  /// After SYN_DROPPED everything up to the end of its frame is stale (kernel, event-codes.rst), and `keysDown` is the
  /// truth; hence `lossy`.
  borrowing func readEvents(_ receive: (RawInputEvent, MonotonicInstant) -> Void) -> Reading {
    var isLossy = false
    while true {
      let bytes = read(
        descriptor.rawValue, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
      guard bytes > 0 else {
        if bytes < 0 && errno == EINTR { continue }
        if bytes < 0 && errno == EAGAIN { return isLossy ? .lossy : .complete }
        return .dead
      }
      let events = buffer[..<(bytes / MemoryLayout<input_event>.stride)]
      if Self.give(events, to: receive) { isLossy = true }
      if events.count < buffer.count { return isLossy ? .lossy : .complete }
    }
  }

  /// True when the kernel had to drop events.
  private static func give(
    _ events: Slice<UnsafeMutableBufferPointer<input_event>>,
    to receive: (RawInputEvent, MonotonicInstant) -> Void
  ) -> Bool {
    var isLossy = false
    var isStale = false
    for event in events {
      let isSynchronization = event.type == UInt16(EV_SYN)
      if isSynchronization && event.code == UInt16(SYN_DROPPED) {
        isLossy = true
        isStale = true
      } else if isStale {
        isStale = !(isSynchronization && event.code == UInt16(SYN_REPORT))
      } else {
        receive(
          RawInputEvent(type: event.type, code: event.code, value: event.value),
          MonotonicInstant(seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec)))
      }
    }
    return isLossy
  }
}
