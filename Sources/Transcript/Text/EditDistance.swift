/// How many letters differ.
enum EditDistance {
  /// Insertions, deletions, replacements, and exchanges of neighbours (optimal string alignment); nil beyond the limit.
  ///
  /// Takes at most the product of the lengths in steps, and gives up as soon as a whole row is beyond the limit.
  static func between(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    if left == right { return 0 }
    var earlier: [Int] = []
    var previous = Array(0...right.count)
    for row in 1...max(left.count, 1) where row <= left.count {
      var current = [row]
      current.reserveCapacity(right.count + 1)
      for column in 1...max(right.count, 1) where column <= right.count {
        let differs = left[row - 1] == right[column - 1] ? 0 : 1
        var least = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + differs)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          least = min(least, earlier[column - 2] + 1)
        }
        current.append(least)
      }
      if current.allSatisfy({ $0 > limit }) { return nil }
      earlier = previous
      previous = current
    }
    return previous[right.count] <= limit ? previous[right.count] : nil
  }
}
