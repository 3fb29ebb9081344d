internal import Glibc
internal import Synchronization
internal import SystemCalls

/// What callers leave for the speech thread, and what that thread shows them. Nobody waits here for anything but the
/// lock, which is held only to move values.
final class SpeechMailbox: Sendable {
  enum Post: Sendable {
    case wake
    case begin(RecognitionSession)
    case audio(UInt32, [Int16])
    case overflow(UInt32)
    case finish(UInt32)
    case cancel(UInt32)
    case shutDown
    /// The last: nobody holds the `SpeechWorker` any more.
    case close
  }

  private let wakeEvent: WakeEvent
  private let limitSamples: Int
  private let shared: Mutex<Shared>

  private struct Shared {
    var posts: [Post] = []
    /// Samples that are in `posts`, or wait to be written to the socket.
    var waitingSamples = 0
    var lastSession: UInt32 = 0
    var state = SpeechWorkerState.notRunning
    var process: pid_t?
  }

  init(bufferLimit: Duration) {
    do throws(SystemError) { wakeEvent = try WakeEvent() } catch {
      // Made once, as the program starts: nothing is grabbed or recorded yet.
      preconditionFailure(
        "no event descriptor could be made: the process is out of memory or at its file limit")
    }
    let seconds = Double(bufferLimit.components.seconds)
    limitSamples = Int(seconds * Double(sampleRate))
    shared = Mutex(Shared())
  }

  /// For poll(2).
  var wakeDescriptor: CInt { wakeEvent.descriptor.rawValue }

  // MARK: Callers

  func post(_ post: Post) {
    shared.withLock { $0.posts.append(post) }
    wakeEvent.signal()
  }

  /// False when it would be more than may wait; then the session has been told to fail.
  func postAudio(_ samples: [Int16], of session: UInt32) -> Bool {
    let fits = shared.withLock { shared in
      guard shared.waitingSamples + samples.count <= limitSamples else {
        shared.posts.append(.overflow(session))
        return false
      }
      shared.waitingSamples += samples.count
      shared.posts.append(.audio(session, samples))
      return true
    }
    wakeEvent.signal()
    return fits
  }

  /// Numbers begin at 1 and wrap around after four thousand million.
  func nextSession() -> UInt32 {
    shared.withLock {
      $0.lastSession &+= 1
      return $0.lastSession
    }
  }

  var state: SpeechWorkerState { shared.withLock { $0.state } }
  var process: pid_t? { shared.withLock { $0.process } }

  // MARK: The speech thread

  func takePosts() -> [Post] {
    wakeEvent.clear()
    return shared.withLock { shared in
      defer { shared.posts = [] }
      return shared.posts
    }
  }

  /// These samples wait no longer: written, or dropped.
  func release(samples: Int) {
    guard samples > 0 else { return }
    shared.withLock { $0.waitingSamples -= samples }
  }

  func show(_ state: SpeechWorkerState, process: pid_t?) {
    shared.withLock {
      $0.state = state
      $0.process = process
    }
  }
}
