/// Gives small numbers to values, so that a press handles numbers. A number stays with its value while it is in use.
struct InternTable<Value: Hashable & Sendable>: Sendable {
  /// By number; nil where a number is free.
  private(set) var values: [Value?] = []
  private var numbers: [Value: UInt16] = [:]
  /// The lowest last.
  private var free: [UInt16] = []

  subscript(number: UInt16) -> Value? { Int(number) < values.count ? values[Int(number)] : nil }

  func number(of value: Value) -> UInt16? { numbers[value] }

  /// The number that the value has, else the lowest that is free.
  mutating func intern(_ value: Value) -> UInt16 {
    if let number = numbers[value] { return number }
    let number = free.popLast() ?? append()
    values[Int(number)] = value
    numbers[value] = number
    return number
  }

  private mutating func append() -> UInt16 {
    precondition(
      values.count < Int(UInt16.max), "a profile has at most 5,000 bindings of three actions and 200 chords")
    values.append(nil)
    return UInt16(values.count - 1)
  }

  /// Frees the numbers of all others.
  mutating func keep(_ used: Set<UInt16>) {
    for index in values.indices {
      guard let value = values[index], !used.contains(UInt16(index)) else { continue }
      values[index] = nil
      numbers[value] = nil
    }
    free = values.indices.reversed().compactMap { values[$0] == nil ? UInt16($0) : nil }
  }
}
