/// Messages that wait to be written to the worker, oldest first. Its size is bounded by the mailbox, which counts the
/// samples in here.
struct OutgoingQueue {
  private struct Entry {
    var bytes: [UInt8]
    var samples: Int
  }

  private var entries: [Entry] = []
  /// The first entry not yet written wholly; those before it are dropped now and then.
  private var head = 0
  /// Bytes of the head that are written.
  private var written = 0

  var isEmpty: Bool { head == entries.count }

  mutating func append(_ request: WorkerRequest) {
    var samples = 0
    if case .audio(let audio) = request { samples = audio.count }
    entries.append(Entry(bytes: request.frame.bytes, samples: samples))
  }

  /// Lends what is to be written next.
  func withNext<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    entries[head].bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[written...])) }
  }

  /// Takes note that so many bytes of what `withNext` lent are written; gives the samples that wait no longer.
  mutating func advance(by count: Int) -> Int {
    written += count
    guard written == entries[head].bytes.count else { return 0 }
    let samples = entries[head].samples
    entries[head].bytes = []
    head += 1
    written = 0
    if head == entries.count || head > Self.headLimit {
      entries.removeFirst(head)
      head = 0
    }
    return samples
  }

  /// Drops everything; gives the samples that were in it.
  mutating func clear() -> Int {
    let samples = entries[head...].reduce(0) { $0 + $1.samples }
    self = OutgoingQueue()
    return samples
  }

  /// Empty entries kept at the front, so that writing many small messages does not move the rest each time.
  private static let headLimit = 256
}
