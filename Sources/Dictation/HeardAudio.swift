/// The samples of a session in the order in which they were heard, for a recogniser that is not free yet or that has to
/// begin again.
struct HeardAudio {
  private(set) var pieces: [[Int16]] = []
  private(set) var samples = 0
  /// False when it has been given up for its size, or is not needed any more.
  private(set) var isComplete = true

  mutating func append(_ piece: [Int16]) {
    guard isComplete else { return }
    pieces.append(piece)
    samples += piece.count
  }

  mutating func drop() {
    pieces = []
    samples = 0
    isComplete = false
  }
}
