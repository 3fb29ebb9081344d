internal import CSystem

/// The evdev ioctls that libevdev has no function for.
enum EvdevRequests {
  /// EVIOCGKEY: fills one bit for each key that is down. Negative with errno.
  static func keyState(_ descriptor: CInt, _ bits: UnsafeMutableRawBufferPointer) -> CInt {
    guard let base = bits.baseAddress else { return 0 }
    return hwctl_ioctl_pointer(descriptor, hwctl_eviocgkey(bits.count), base)
  }
}
