public import Glibc
public import Models
internal import SystemCalls

/// The process that recognises speech: started when needed, ended when idle, replaced when it fails.
///
/// No call blocks. The worker is a child of this process, with a private socket as its standard input; it dies with its
/// parent. One session at a time.
public final class SpeechWorker: Sendable {
  private let mailbox: SpeechMailbox

  public init(configuration: SpeechConfiguration) {
    let mailbox = SpeechMailbox(bufferLimit: configuration.bufferLimit)
    self.mailbox = mailbox
    Thread(name: "speech") { SpeechRunner(configuration: configuration, mailbox: mailbox).run() }.start()
  }

  deinit { mailbox.post(.close) }

  /// Starts the worker and loads the model, unless that has been done.
  public func wake() { mailbox.post(.wake) }

  /// Begins a session, waking the worker too; a session in progress is cancelled.
  ///
  /// - Parameter onEvent: called on one private serial queue.
  public func begin(onEvent: @escaping @Sendable (RecognitionEvent) -> Void) -> RecognitionSession {
    let session = RecognitionSession(worker: self, mailbox: mailbox, onEvent: onEvent)
    mailbox.post(.begin(session))
    return session
  }

  /// Ends the worker; a session in progress is dropped without an event. A later wake or begin starts another.
  public func shutDown() { mailbox.post(.shutDown) }

  public var state: SpeechWorkerState { mailbox.state }

  /// The worker's process, while there is one.
  public var processIdentifier: pid_t? { mailbox.process }
}

/// What the worker is about.
public enum SpeechWorkerState: Hashable, Sendable {
  case notRunning
  case loading
  case ready(ModelIdentity)
  /// The last worker was lost; the next wake or begin starts another.
  case failed(SpeechError)
}
