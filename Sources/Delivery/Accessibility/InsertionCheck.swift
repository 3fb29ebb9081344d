/// What stands in an object after a text was inserted, against what should. Pure.
struct InsertionCheck: Hashable, Sendable {
  /// What was inserted.
  var text: String
  var unit: OffsetUnit
  /// Where.
  var position: Int
  /// How long the object's whole text was before.
  var countBefore: Int

  /// The part that has to be read back.
  var range: Range<Int> { position..<position + unit.count(text) }

  /// - Parameters:
  ///   - countNow: the length of the whole text.
  ///   - found: what stands at `range`, which ends at the end of the text.
  ///
  /// A text that looks right at its place and is followed by junk has another length: both are compared.
  func outcome(countNow: Int, found: String) -> DeliveryReport.Outcome {
    let grown = countNow - countBefore
    if grown == unit.count(text), found.unicodeScalars.elementsEqual(text.unicodeScalars) { return .inserted }
    if grown == 0 { return .kept(.insertionRefused) }
    let same = zip(text.unicodeScalars, found.unicodeScalars).prefix { $0 == $1 }.map(\.0)
    // Not more than has come: what stood behind the caret may look like the text.
    var arrived = 0
    var length = 0
    for scalar in same {
      length += unit.count(String(scalar))
      if length > grown { break }
      arrived += 1
    }
    return .partial(charactersDelivered: arrived, reason: .insertionDiffers)
  }
}
