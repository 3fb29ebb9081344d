/// The name of one dictation session in history, logs and file names: start time and a random part, sortable by time.
///
/// Shape: "20261130T081502Z-4f9c2a17" (UTC, eight hexadecimal digits). It says nothing about the content.
public struct SessionID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// In bytes.
  public static let length = 25
  public let rawValue: String

  /// The part that tells when the session began, to the second; later ones are greater.
  public var second: Substring { rawValue.prefix(15) }

  /// Nil unless the text has exactly the shape above, so that an id is always safe as a file name.
  public init?(rawValue: String) {
    let bytes = Array(rawValue.utf8)
    guard bytes.count == Self.length, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
      bytes[16] == UInt8(ascii: "-")
    else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    guard (bytes[0..<8] + bytes[9..<15]).allSatisfy(digits.contains),
      bytes[17...].allSatisfy({ digits.contains($0) || letters.contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
