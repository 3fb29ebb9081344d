public import Glibc

/// A program that puts all text that it gets into a file.
public protocol Receiver: AnyObject, Sendable {
  var program: DesktopProgram { get }
  /// What has arrived so far; a terminal shows Enter as a carriage return.
  var text: String { get }
  /// In bytes.
  var size: Int { get }
  func clear()
}

extension Receiver {
  public var process: pid_t { program.process }

  /// What has arrived when so many bytes have, or the limit is over.
  public func text(bytes: Int, within limit: Duration = .seconds(10)) async -> String {
    _ = await eventually(within: limit) { size >= bytes }
    return text
  }
}
