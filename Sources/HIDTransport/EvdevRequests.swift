internal import CSystem

/// The evdev ioctls that libevdev has no function for.
enum EvdevRequests {
  /// EVIOCGKEY: fills one bit for each key that is down. Negative with errno.
  static func keyState(_ descriptor: CInt, _ bits: UnsafeMutableRawBufferPointer) -> CInt {
    guard let base = bits.baseAddress else { return 0 }
    return hwctl_ioctl_pointer(descriptor, hwctl_eviocgkey(bits.count), base)
  }

  /// EVIOCGABS: where an axis is now. Nil where the device does not have it.
  static func axis(_ descriptor: CInt, _ code: UInt16) -> input_absinfo? {
    var information = input_absinfo()
    return hwctl_ioctl_pointer(descriptor, hwctl_eviocgabs(CInt(code)), &information) < 0 ? nil : information
  }
}
