internal import Glibc
internal import SystemCalls

/// Why keyboards cannot be read at all. One keyboard that cannot be used is a `KeyboardState` instead.
public struct KeyboardInputError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    case alreadyStarted
    /// epoll, eventfd or timerfd.
    case waitingUnavailable
    /// libudev's monitor or the list of devices.
    case discoveryUnavailable
    case threadUnavailable
  }

  public var code: Code
  /// The errno beneath; 0 where there is none.
  public var systemCode: CInt

  public init(_ code: Code, systemCode: CInt = 0) {
    self.code = code
    self.systemCode = systemCode
  }

  init(_ code: Code, _ error: SystemError) { self.init(code, systemCode: error.code) }

  /// For people: what failed, why, and a command to try.
  public var message: String {
    let why = systemCode == 0 ? "" : " (\(String(cString: strerror(systemCode))))"
    switch code {
    case .alreadyStarted:
      return "The keyboard thread was started twice. This is a bug in hwctl."
    case .waitingUnavailable:
      return "The kernel gave no descriptor to wait on\(why). Too many files may be open: see “ulimit -n”."
    case .discoveryUnavailable:
      return
        "Keyboards cannot be discovered: udev did not answer\(why). Try “systemctl status systemd-udevd”."
    case .threadUnavailable:
      return
        "The keyboard thread could not be started\(why). Too many threads may be running: see “ulimit -u”."
    }
  }

  public var description: String { message }
}
