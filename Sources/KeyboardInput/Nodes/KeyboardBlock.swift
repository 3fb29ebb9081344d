internal import Glibc

/// Why a listed keyboard is not ready.
enum KeyboardBlock: Hashable, Sendable {
  /// What a system call was made on.
  enum Subject: Hashable, Sendable { case keyboard, uinput }

  case permissionDenied(Subject)
  case busy, keysHeld, notRead
  /// Anything else the kernel says, as errno.
  case failed(Subject, CInt)

  init(_ subject: Subject, _ code: CInt) {
    self = code == EACCES || code == EPERM ? .permissionDenied(subject) : .failed(subject, code)
  }
}
