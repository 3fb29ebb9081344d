internal import CSystem
internal import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The clipboard of a Wayland session, from the delivery queue.
final class WaylandPasteboard: Pasteboard {
  private let thread: DisplayThread<WaylandSession>
  private let saved = Mutex<ClipboardContent?>(nil)
  private let readers = Mutex<[Int32]>([])

  init(_ thread: DisplayThread<WaylandSession>) { self.thread = thread }

  /// The primary selection is left alone under Wayland.
  var hasPrimary: Bool { false }

  /// How long an owner may take to hand over what is on the clipboard.
  static let saveLimit = Duration.seconds(1)

  func offer(_ text: String, primary: Bool, to target: Target?) -> KeptReason? {
    let content = ClipboardContent(text: text)
    let outcome = thread.perform { session -> Result<ClipboardContent, ClipboardProblem> in
      guard let clipboard = session.madeClipboard() else { return .failure(.notShared) }
      guard let saved = clipboard.save(until: MonotonicInstant.now().advanced(by: Self.saveLimit)) else {
        return .failure(.notSaved)
      }
      guard clipboard.offer(content) else { return .failure(.notTaken) }
      return .success(saved)
    }
    switch outcome {
    case nil: return .clipboard(.displayGone)
    case .failure(let problem): return .clipboard(problem)
    case .success(let content):
      saved.withLock { $0 = content }
      readers.withLock { $0 = readers(of: target) }
      return nil
    }
  }

  /// The target, and for X11 programs the compositor, which reads for them.
  private func readers(of target: Target?) -> [Int32] {
    guard let process = target?.processID else { return [] }
    if target?.lease.window?.isX11 == false { return [process] }
    let compositor = thread.perform { session in
      var user: uid_t = 0
      var process: pid_t = 0
      return hwctl_peer(session.descriptor, &user, &process) == 0 ? process : 0
    }
    return [process] + (compositor.map { $0 > 0 ? [$0] : [] } ?? [])
  }

  func chordFollows() {
    let readers = readers.withLock { $0 }
    _ = thread.perform { session in
      if readers.isEmpty {
        // Who reads cannot be seen then: a clipboard manager reads at once, before the chord.
        _ = session.serve(until: MonotonicInstant.now().advanced(by: Self.managerTime)) { false }
      }
      session.clipboard?.watch(for: readers)
    }
  }

  /// Within this a clipboard manager begins to read (measured: at once).
  private static let managerTime = Duration.milliseconds(50)

  func reads() -> [ClipboardRead] { thread.perform { $0.clipboard?.reads ?? [] } ?? [] }

  func restore() {
    guard
      let content = saved.withLock({ saved in
        defer { saved = nil }
        return saved
      })
    else { return }
    _ = thread.perform { session in
      session.roundTrip()
      // What another program has put there meanwhile stays: the user has copied something.
      if let clipboard = session.clipboard, clipboard.isOwner { _ = clipboard.offer(content) }
    }
  }
}
