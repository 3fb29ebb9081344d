/// Gives small numbers to values, so that a press handles numbers. A number stays with its value while it is in use.
struct InternTable<Value: Hashable & Sendable>: Sendable {
  /// By number; nil where a number is free.
  private(set) var values: [Value?] = []

  subscript(number: UInt16) -> Value? { Int(number) < values.count ? values[Int(number)] : nil }

  func number(of value: Value) -> UInt16? { values.firstIndex { $0 == value }.map(UInt16.init) }

  /// The number that the value has, else one that is free.
  mutating func intern(_ value: Value) -> UInt16 {
    if let number = number(of: value) { return number }
    if let free = values.firstIndex(where: { $0 == nil }) {
      values[free] = value
      return UInt16(free)
    }
    precondition(values.count < Int(UInt16.max), "a profile file of 10 MB cannot hold so many values")
    values.append(value)
    return UInt16(values.count - 1)
  }

  /// Frees the numbers of all others.
  mutating func keep(_ used: Set<UInt16>) {
    for index in values.indices where !used.contains(UInt16(index)) { values[index] = nil }
  }
}
