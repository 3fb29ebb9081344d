internal import Domain
internal import Synchronization
internal import SystemCalls

/// The clipboard of an X11 session, from the delivery queue.
final class X11Pasteboard: Pasteboard {
  private struct Saved {
    var selections: [String: ClipboardContent] = [:]
    var target: Int32?
  }

  private let thread: DisplayThread<X11Clipboard>
  private let saved = Mutex(Saved())

  init(display: String? = nil) {
    thread = DisplayThread(name: "clipboard") { () throws(DeliveryError) in
      try X11Clipboard(display: display)
    }
  }

  var hasPrimary: Bool { true }

  /// How long the owners may take to hand over what they offer.
  static let saveLimit = Duration.seconds(1)

  func offer(_ text: String, primary: Bool, to target: Target?) -> KeptReason? {
    let content = ClipboardContent(text: text)
    let names = primary ? ["PRIMARY"] : ["CLIPBOARD"]
    let outcome = thread.perform { clipboard in
      Self.replace(names, with: content, clipboard)
    }
    switch outcome {
    case nil: return .clipboard(.displayGone)
    case .failure(let problem): return .clipboard(problem)
    case .success(let selections):
      saved.withLock { $0 = Saved(selections: selections, target: target?.processID) }
      return nil
    }
  }

  private static func replace(
    _ names: [String], with content: ClipboardContent, _ clipboard: X11Clipboard
  ) -> Result<[String: ClipboardContent], ClipboardProblem> {
    let deadline = MonotonicInstant.now().advanced(by: saveLimit)
    var selections: [String: ClipboardContent] = [:]
    for name in names {
      guard let content = clipboard.save(clipboard.connection.atom(name), until: deadline) else {
        return .failure(.notSaved)
      }
      selections[name] = content
    }
    for name in names where !clipboard.offer(content, as: clipboard.connection.atom(name)) {
      giveBack(selections, clipboard)
      return .failure(.notTaken)
    }
    return .success(selections)
  }

  /// What another program has taken meanwhile stays that program's: the user has copied something.
  private static func giveBack(_ selections: [String: ClipboardContent], _ clipboard: X11Clipboard) {
    guard clipboard.dispatch() else { return }
    for (name, content) in selections {
      let selection = clipboard.connection.atom(name)
      if clipboard.owned[selection] != nil { _ = clipboard.offer(content, as: selection) }
    }
  }

  func chordFollows() {
    let target = saved.withLock { $0.target }
    _ = thread.perform { clipboard in
      if target == nil {
        // Who reads cannot be told apart then: a clipboard manager reads at once, before the chord.
        _ = clipboard.serve(until: MonotonicInstant.now().advanced(by: Self.managerTime)) { false }
      }
      clipboard.watch(for: target)
    }
  }

  /// Within this a clipboard manager begins to read.
  private static let managerTime = Duration.milliseconds(50)

  func reads() -> [ClipboardRead] { thread.perform { $0.reads } ?? [] }

  func restore() {
    let selections = saved.withLock { saved in
      defer { saved = Saved() }
      return saved.selections
    }
    _ = thread.perform { Self.giveBack(selections, $0) }
  }
}
