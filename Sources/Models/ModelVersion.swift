/// A model's version: one to four numbers between dots, compared number by number ("1.10" is newer than "1.9").
struct ModelVersion: Hashable, Comparable {
  private var numbers: [Int]

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    numbers = []
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else { return nil }
      numbers.append(number)
    }
  }

  static func < (left: Self, right: Self) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }
}
