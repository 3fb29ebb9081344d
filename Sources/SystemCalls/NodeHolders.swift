internal import Glibc

/// A process that has a node open.
public struct NodeHolder: Hashable, Sendable {
  public var process: Int32
  /// The kernel's short name of the command, at most 15 bytes.
  public var command: String

  public init(process: Int32, command: String) {
    self.process = process
    self.command = command
  }
}

/// Who has a device node open, as far as this user may see: the links in /proc/PID/fd (proc(5)).
public enum NodeHolders {
  /// Takes some milliseconds, as it looks at every process: never on an input thread.
  public static func find(_ node: String) -> [NodeHolder] {
    let processes = ((try? Files.names(in: "/proc")) ?? []).compactMap(Int32.init).sorted()
    return processes.compactMap { process in
      guard process != getpid(), hasOpen(node, process) else { return nil }
      return NodeHolder(process: process, command: command(process))
    }
  }

  private static func hasOpen(_ node: String, _ process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    guard let names = try? Files.names(in: folder) else { return false }
    return names.contains { target("\(folder)/\($0)") == node }
  }

  private static func target(_ link: String) -> String? {
    // A device node's path is far shorter; anything longer is something else.
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let length = readlink(link, base, buffer.count)
      return length < 0 ? nil : String(decoding: buffer[..<length], as: UTF8.self)
    }
  }

  private static func command(_ process: Int32) -> String {
    // At most 15 bytes and a newline (TASK_COMM_LEN); sizes in /proc read as 0, so it is read by hand.
    guard let descriptor = try? FileDescriptor.open("/proc/\(process)/comm", O_RDONLY) else { return "?" }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = (try? descriptor.read(into: buffer)).flatMap { $0 } ?? 0
      return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }
}
