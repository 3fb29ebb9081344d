internal import Glibc

/// A system call that failed: which, on what, and the kernel's errno.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name, "open" or "rename".
  public var call: String
  /// What it was called on: a path or a short description. Private: shown to the user, never logged.
  public var subject: String
  public var code: CInt
  /// In words, where the code says too little.
  public var reason: String?

  public init(call: String, subject: String, code: CInt, reason: String? = nil) {
    self.call = call
    self.subject = subject
    self.code = code
    self.reason = reason
  }

  /// With the errno that the call just made has left.
  public init(call: String, subject: String) {
    self.init(call: call, subject: subject, code: errno)
  }

  /// "cannot open /dev/uinput: Permission denied"
  public var description: String { "cannot \(call) \(subject): \(explanation)" }

  /// `reason`, else what strerror(3) says of the code.
  public var explanation: String { reason ?? String(cString: strerror(code)) }
}

/// Runs a system call again while a signal interrupts it. A negative result becomes an error; EAGAIN is one too.
@discardableResult
public func retrying<Result: SignedInteger>(
  _ call: String, _ subject: @autoclosure () -> String, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code == EINTR { continue }
    precondition(code != EBADF, "a closed descriptor was used: a bug in hwctl")
    throw SystemError(call: call, subject: subject(), code: code)
  }
}
