/// A set of evdev key codes, as the kernel keeps it: one bit a code.
struct KeySet: Hashable, Sendable {
  /// The highest code plus one (KEY_CNT of linux/input-event-codes.h).
  static let codes = 0x300

  private var words = [UInt64](repeating: 0, count: codes / 64)

  init() {}

  init(_ codes: some Sequence<UInt16>) { for code in codes { insert(code) } }

  /// What the kernel wrote (EVIOCGKEY), in words of this machine.
  init(bits: UnsafeRawBufferPointer) {
    for index in words.indices {
      words[index] = bits.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
    }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func contains(_ code: UInt16) -> Bool {
    Int(code) < Self.codes && words[Int(code) / 64] & Self.bit(code) != 0
  }

  mutating func insert(_ code: UInt16) {
    guard Int(code) < Self.codes else { return }
    words[Int(code) / 64] |= Self.bit(code)
  }

  /// True when it was in the set.
  @discardableResult
  mutating func remove(_ code: UInt16) -> Bool {
    guard contains(code) else { return false }
    words[Int(code) / 64] &= ~Self.bit(code)
    return true
  }

  mutating func removeAll() { for index in words.indices { words[index] = 0 } }

  mutating func formUnion(_ other: KeySet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func intersects(_ other: KeySet) -> Bool { words.indices.contains { words[$0] & other.words[$0] != 0 } }

  func intersection(_ other: KeySet) -> KeySet {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  func subtracting(_ other: KeySet) -> KeySet {
    var result = self
    for index in words.indices { result.words[index] &= ~other.words[index] }
    return result
  }

  /// Whether every key of this set that is also in `domain` and not in `excluded` is in `allowed`.
  func stays(in allowed: KeySet, of domain: KeySet, without excluded: KeySet) -> Bool {
    words.indices.allSatisfy {
      words[$0] & domain.words[$0] & ~excluded.words[$0] & ~allowed.words[$0] == 0
    }
  }

  /// Whether a key of `wanted` is in this set and not in `excluded`.
  func has(oneOf wanted: KeySet, without excluded: KeySet) -> Bool {
    words.indices.contains { words[$0] & wanted.words[$0] & ~excluded.words[$0] != 0 }
  }

  /// In ascending order.
  var members: [UInt16] { (0..<UInt16(Self.codes)).filter(contains) }

  func withBits<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { words.withUnsafeBytes(body) }

  private static func bit(_ code: UInt16) -> UInt64 { 1 << UInt64(code % 64) }
}
