internal import Domain
internal import SystemCalls

/// Pastes a text, and gives the clipboard back afterwards.
///
///     save all formats | offer the text | prove, chord | the target reads | pasted | restore all formats
///           1 ms                                4…36 ms until the read       3…10 s
///
/// The clipboard is given back at once when the chord was not sent or nobody read the text. When hwctl is killed in between
/// (kill -9), the clipboard is empty afterwards: the display server takes away what a program offers when it ends.
struct ClipboardRoute: TextRoute {
  let board: any Pasteboard
  let keyboard: any PasteKeyboard
  let options: TypingOptions
  private let giveBack: ClipboardReturn
  private let givesBackAfter: @Sendable (Duration) -> Duration

  init(
    board: any Pasteboard, keyboard: any PasteKeyboard, options: TypingOptions,
    givesBackAfter: @escaping @Sendable (Duration) -> Duration = ClipboardReturn.delay(afterReadIn:)
  ) {
    self.board = board
    self.keyboard = keyboard
    self.options = options
    self.givesBackAfter = givesBackAfter
    giveBack = ClipboardReturn(board)
  }

  var name: RouteName { .clipboard }

  func plan(_ text: String, for target: Target?) -> KeptReason? {
    guard let chord = PasteChord.of(target) else { return .clipboard(.unknownProgram) }
    if chord == .shiftInsert && !board.hasPrimary { return .clipboard(.noPrimary) }
    if text.unicodeScalars.contains(where: { !Keymap.isText($0) }) { return .clipboard(.controlCharacters) }
    if case .failure(let reason) = keyboard.keys(for: chord) { return reason }
    return nil
  }

  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome {
    guard let chord = PasteChord.of(target) else { return .kept(.clipboard(.unknownProgram)) }
    let keys: PasteKeys
    switch keyboard.keys(for: chord) {
    case .success(let found): keys = found
    case .failure(let reason): return .kept(reason)
    }
    giveBack.now()
    if let reason = board.offer(text, primary: chord == .shiftInsert, to: target) {
      return .kept(reason)
    }
    let backlog = target?.processID.flatMap(Backlog.init)
    let obstacle = withoutActuallyEscaping(prove) { prove in
      withoutActuallyEscaping(isCancelled) { isCancelled in
        // What is read while modifiers are awaited is no paste: the count begins right before the keys.
        let begin = {
          board.chordFollows()
          return prove()
        }
        return Typist(
          keys: keys.output, options: options, backlog: backlog, prove: begin, isCancelled: isCancelled
        ).strike(keys.keystroke)
      }
    }
    let sent = MonotonicInstant.now()
    guard obstacle == nil, isRead(backlog) else {
      giveBack.now()
      return .kept(obstacle ?? .clipboard(.notRead))
    }
    giveBack.later(after: givesBackAfter(sent.duration(to: .now())))
    return .pasted
  }

  /// Waits for the target's read: a program that is busy is waited for, and would paste what was there before.
  private func isRead(_ backlog: Backlog?) -> Bool {
    var watch = PasteWatch(at: .now())
    while true {
      let isBehind = backlog.map { !$0.isRead } ?? false
      if let verdict = watch.look(board.reads(), isBehind: isBehind, at: .now()) { return verdict == .read }
      MonotonicInstant.now().advanced(by: Self.poll).sleep()
    }
  }

  /// Short against the time that a paste takes.
  private static let poll = Duration.milliseconds(2)
}

/// Why a text was not pasted.
public enum ClipboardProblem: String, Error, CaseIterable, Hashable, Sendable {
  /// Nothing is known of the program in front, and the keys for pasting differ.
  case unknownProgram
  /// The program pastes the primary selection, which this desktop does not hand over.
  case noPrimary
  case controlCharacters
  /// What was on the clipboard could not be saved whole.
  case notSaved
  /// The desktop does not let programs see its clipboard.
  case notShared
  /// The clipboard could not be taken, or another program took it at once.
  case notTaken
  /// The program did not ask for the text.
  case notRead
  /// The connection to the display server has ended.
  case displayGone

  /// For people, without a remedy.
  public var message: String {
    switch self {
    case .unknownProgram: "it cannot be seen which program is in front, and so not by which keys it pastes"
    case .noPrimary: "the program pastes only what was selected last, which this desktop does not hand over"
    case .controlCharacters: "the text has control characters, which are not pasted"
    case .notSaved: "what is on the clipboard could not be saved whole, and would have been lost"
    case .notShared: "the desktop does not let hwctl use its clipboard"
    case .notTaken: "another program holds the clipboard"
    case .notRead: "the program did not take the text from the clipboard"
    case .displayGone: "the connection to the desktop has ended"
    }
  }
}
