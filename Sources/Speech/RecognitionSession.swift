internal import Dispatch
internal import Synchronization

/// One recognition. All calls return at once; those after `finish` or `cancel` do nothing.
public final class RecognitionSession: Sendable {
  let number: UInt32
  /// Kept while the session is, so that a worker nobody else holds still answers.
  private let worker: SpeechWorker
  private let mailbox: SpeechMailbox
  private let onEvent: @Sendable (RecognitionEvent) -> Void
  private let standing = Mutex(Standing.open)

  private enum Standing {
    case open
    /// No more audio; the result is awaited.
    case finished
    /// Nothing will be told any more.
    case ended
  }

  /// All sessions' events come from here, so that they keep their order.
  private static let events = DispatchQueue(label: "hwctl.speech.events")

  init(worker: SpeechWorker, mailbox: SpeechMailbox, onEvent: @escaping @Sendable (RecognitionEvent) -> Void)
  {
    number = mailbox.nextSession()
    self.worker = worker
    self.mailbox = mailbox
    self.onEvent = onEvent
  }

  /// Adds 16 kHz mono audio.
  public func append(_ samples: [Int16]) {
    guard !samples.isEmpty else { return }
    standing.withLock { standing in
      guard case .open = standing else { return }
      // Posted under the lock, so that no audio can come behind its own finish.
      if !mailbox.postAudio(samples, of: number) { standing = .finished }
    }
  }

  /// There is no more audio: asks for the result.
  public func finish() {
    standing.withLock { standing in
      guard case .open = standing else { return }
      standing = .finished
      mailbox.post(.finish(number))
    }
  }

  /// Drops the session. No event begins after this returns.
  public func cancel() {
    standing.withLock { standing in
      if case .ended = standing { return }
      standing = .ended
      mailbox.post(.cancel(number))
    }
  }

  /// Tells the caller, on the events' queue, unless the session has been cancelled.
  func announce(_ event: RecognitionEvent) {
    Self.events.async { [self] in
      let isLive = standing.withLock { standing in
        if case .ended = standing { return false }
        if event.isLast { standing = .ended }
        return true
      }
      if isLive { onEvent(event) }
    }
  }
}
