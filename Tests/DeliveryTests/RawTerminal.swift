import Glibc
import SystemCalls
import Testing

@testable import Delivery

/// The virtual terminal in front, in raw mode: what a program that reads it gets, byte by byte.
final class RawTerminal {
  private let descriptor: FileDescriptor
  private var saved = termios()

  init() throws {
    let name = try #require(Console.activeName())
    descriptor = try FileDescriptor.open("/dev/\(name)", O_RDWR | O_NOCTTY | O_NONBLOCK)
    try retrying("tcgetattr", name) { tcgetattr(descriptor.rawValue, &saved) }
    var raw = saved
    cfmakeraw(&raw)
    try retrying("tcsetattr", name) { tcsetattr(descriptor.rawValue, TCSAFLUSH, &raw) }
  }

  deinit { tcsetattr(descriptor.rawValue, TCSAFLUSH, &saved) }

  /// Reads until so many bytes are there, or two seconds bring nothing; returns also what came beyond.
  func read(bytes wanted: Int) -> String {
    var all: [UInt8] = []
    while all.count < wanted {
      var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 2000) > 0 else { break }
      let more = take()
      if more.isEmpty { break }
      all += more
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// What is there already.
  func available() -> String { String(decoding: take(), as: UTF8.self) }

  private func take() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? nil } ?? 0
    return Array(bytes[..<count])
  }
}
