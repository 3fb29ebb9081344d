internal import CEvdev
internal import CSystem
internal import Glibc

/// EVIOCSMASK: what the kernel gives to one reader. 0, or the errno.
enum EventMask {
  /// These types and the ends of frames, nothing else.
  static func types(_ types: [CInt], _ descriptor: CInt) -> CInt {
    // Type 0 stands for the event types themselves (evdev_get_mask_cnt); EV_SYN is never masked.
    var bits: [UInt64] = [types.reduce(1 << UInt64(EV_SYN)) { $0 | 1 << UInt64($1) }]
    return bits.withUnsafeMutableBytes { set(descriptor, type: 0, $0) }
  }

  static func keys(_ keys: KeySet, _ descriptor: CInt) -> CInt {
    var bits = keys.withBits { Array($0) }
    return bits.withUnsafeMutableBytes { set(descriptor, type: UInt32(EV_KEY), $0) }
  }

  private static func set(_ descriptor: CInt, type: UInt32, _ bits: UnsafeMutableRawBufferPointer) -> CInt {
    // A length that is no multiple of a long is refused (EVIOCSMASK, measured).
    precondition(bits.count % MemoryLayout<Int>.size == 0, "masks are whole words: a bug in hwctl")
    var mask = input_mask()
    mask.type = type
    mask.codes_size = UInt32(bits.count)
    mask.codes_ptr = UInt64(UInt(bitPattern: bits.baseAddress))
    return hwctl_ioctl_pointer(descriptor, HWCTL_EVIOCSMASK, &mask) == 0 ? 0 : errno
  }
}
