internal import CEvdev
internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// An open keyboard. Closing it gives up the grab; the kernel does the same when the process dies.
///
/// Foreign facts: kernel `drivers/input/evdev.c`.
struct SourceKeyboard: ~Copyable {
  /// Some forty frames of a keyboard: more than one wake-up ever brings.
  private static let bufferEvents = 128

  let descriptor: FileDescriptor
  private let buffer: UnsafeMutableBufferPointer<input_event>
  /// Events of a frame whose end has not come yet, at the start of the buffer.
  private var unfinished = 0
  private var unfinishedStart = 0
  /// Frames that `grab` has read, still at the start of the buffer.
  private var kept = 0
  /// The last read filled the buffer: the queue may hold more.
  private(set) var mayHaveMore = false
  /// What was read so far, in bytes: proof of what the kernel gives.
  private(set) var bytesRead = 0

  /// Opens it so that the kernel gives the keys of chords and nothing else, from the first event on.
  ///
  /// What came between the opening and the mask is not read: to change the clock discards it (evdev_set_clk_type). The
  /// state of the keys (EVIOCGKEY) is never asked for, since it would tell of every key.
  static func observe(_ path: String, keys: KeySet) throws(SystemError) -> SourceKeyboard {
    let keyboard = SourceKeyboard(try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK))
    let masked = EventMask.types([EV_KEY], keyboard.descriptor.rawValue)
    guard masked == 0 else { throw SystemError(call: "set the mask of", subject: path, code: masked) }
    let code = keyboard.setMask(keys)
    guard code == 0 else { throw SystemError(call: "set the mask of", subject: path, code: code) }
    try keyboard.setClock(path)
    return keyboard
  }

  /// Opens it for a grab; nothing is grabbed yet. Writable, for its lights.
  static func open(_ path: String) throws(SystemError) -> SourceKeyboard {
    let keyboard = SourceKeyboard(try FileDescriptor.open(path, O_RDWR | O_NONBLOCK))
    try keyboard.setClock(path)
    return keyboard
  }

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    buffer = .allocate(capacity: Self.bufferEvents)
  }

  deinit { buffer.deallocate() }

  private borrowing func setClock(_ path: String) throws(SystemError) {
    var clock = CInt(CLOCK_MONOTONIC)
    let descriptor = descriptor.rawValue
    try retrying("set the clock of", path) { hwctl_ioctl_pointer(descriptor, HWCTL_EVIOCSCLOCKID, &clock) }
  }

  /// The keys that the kernel may give; 0, or the errno.
  borrowing func setMask(_ keys: KeySet) -> CInt { EventMask.keys(keys, descriptor.rawValue) }

  enum Grab: Hashable {
    case grabbed, keysHeld
    case failed(CInt)
  }

  /// Grabs it if no key is down. Afterwards its queue holds only what nobody else has seen.
  ///
  /// A grab while a key is down would hide its release from the desktop, for which it then repeats without end. So the
  /// state is asked for before, which empties the queue of keys; a key that then stands in the queue from before the
  /// grab has been seen by others, and the grab is given back.
  mutating func grab() -> Grab {
    guard discardEvents() else { return .failed(ENODEV) }
    guard let keys = keysDown() else { return .failed(errno) }
    guard keys.isEmpty else { return .keysHeld }
    guard setGrab(true) == 0 else { return .failed(errno) }
    let grabbed = MonotonicInstant.now()
    guard let frames = readFrames() else { return .failed(ENODEV) }
    let isSeen = frames.contains { event in
      event.type == UInt16(EV_KEY)
        && MonotonicInstant(seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec))
          <= grabbed
    }
    guard isSeen else {
      // Pressed since: the whole of it is ours, and is read again as the first input.
      kept = frames.count
      return .grabbed
    }
    _ = setGrab(false)
    return .keysHeld
  }

  @discardableResult
  borrowing func setGrab(_ isGrabbed: Bool) -> CInt {
    hwctl_ioctl_int(descriptor.rawValue, HWCTL_EVIOCGRAB, isGrabbed ? 1 : 0)
  }

  /// The keys that are down (EVIOCGKEY); nil with errno. The kernel discards queued key events with this question.
  borrowing func keysDown() -> KeySet? {
    var words = [UInt64](repeating: 0, count: KeySet.codes / 64)
    return words.withUnsafeMutableBytes { bits -> KeySet? in
      guard let base = bits.baseAddress,
        hwctl_ioctl_pointer(descriptor.rawValue, hwctl_eviocgkey(bits.count), base) >= 0
      else { return nil }
      return KeySet(bits: UnsafeRawBufferPointer(bits))
    }
  }

  /// Reads and forgets all that is queued; false when the node is dead.
  mutating func discardEvents() -> Bool {
    while let frames = readFrames() {
      if frames.isEmpty { return true }
    }
    return false
  }

  /// The next whole frames, valid until the next call; empty when there are none now, nil when the node is dead.
  ///
  /// One read(2) a call. A read that was cut in a frame leaves its part for the next call.
  mutating func readFrames() -> UnsafeMutableBufferPointer<input_event>? {
    if kept > 0 {
      let frames = UnsafeMutableBufferPointer(rebasing: buffer[..<kept])
      kept = 0
      return frames
    }
    moveUnfinished()
    while true {
      let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[unfinished...]))
      let bytes = read(descriptor.rawValue, room.baseAddress, room.count)
      guard bytes > 0 else {
        if bytes < 0 && errno == EINTR { continue }
        return bytes < 0 && errno == EAGAIN ? UnsafeMutableBufferPointer(rebasing: buffer[..<0]) : nil
      }
      bytesRead += bytes
      mayHaveMore = bytes == room.count
      return wholeFrames(of: unfinished + bytes / MemoryLayout<input_event>.stride)
    }
  }

  private mutating func moveUnfinished() {
    for index in 0..<unfinished where unfinishedStart > 0 { buffer[index] = buffer[unfinishedStart + index] }
    unfinishedStart = 0
  }

  private mutating func wholeFrames(of count: Int) -> UnsafeMutableBufferPointer<input_event> {
    var end = count
    while end > 0, buffer[end - 1].type != UInt16(EV_SYN) || buffer[end - 1].code != UInt16(SYN_REPORT) {
      end -= 1
    }
    // No keyboard has a frame as long as the buffer; one that fills it goes on in parts.
    if end == 0 && count == buffer.count { end = count }
    unfinished = count - end
    unfinishedStart = end
    return UnsafeMutableBufferPointer(rebasing: buffer[..<end])
  }

  /// Sets lights (EV_LED). Allowed to fail: they are a comfort.
  borrowing func write(_ events: UnsafeMutableBufferPointer<input_event>) {
    _ = Glibc.write(descriptor.rawValue, events.baseAddress, events.count * MemoryLayout<input_event>.stride)
  }

  /// What a virtual copy is made from; the caller frees it (libevdev_free). Asks for the state of the keys.
  borrowing func capabilities() -> OpaquePointer? {
    var device: OpaquePointer?
    return libevdev_new_from_fd(descriptor.rawValue, &device) == 0 ? device : nil
  }
}
