internal import Synchronization

/// A bounded ring of samples between one writing and one reading thread. Neither ever waits.
///
/// `@unchecked Sendable`: the writer alone stores to the slots in `readTotal + capacity > index >= writtenTotal`, the reader
/// alone loads from those in `readTotal..<writtenTotal`; each side publishes its own total with release and takes
/// the other's with acquire.
final class SampleRing: @unchecked Sendable {
  /// 30 s of sound, 960 kB of address space whose pages come into use only when the reader lags: longer than any
  /// stall after which dictation could go on as if nothing had happened.
  static let standardCapacity = 30 * AudioFormat.sampleRate

  let capacity: Int
  private let slots: UnsafeMutablePointer<Int16>
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)

  /// - Parameter capacity: samples, more than 0.
  init(capacity: Int = SampleRing.standardCapacity) {
    precondition(capacity > 0, "a ring holds at least one sample")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  deinit { slots.deallocate() }

  /// How many samples were ever written.
  var writtenTotal: Int { written.load(ordering: .acquiring) }

  /// Writer: puts all samples in, or none and returns false when they do not fit.
  func write(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
    put(samples.count) { place, start, count in
      if let base = samples.baseAddress { place.update(from: base + start, count: count) }
    }
  }

  /// Writer: puts `count` zeros in, for a hole in the stream; false when they do not fit.
  func writeSilence(_ count: Int) -> Bool {
    put(count) { place, _, count in place.update(repeating: 0, count: count) }
  }

  /// Reader: takes out all that is there.
  func readAll() -> [Int16] {
    let start = read.load(ordering: .relaxed)
    let end = written.load(ordering: .acquiring)
    guard end > start else { return [] }
    let samples = [Int16](unsafeUninitializedCapacity: end - start) { buffer, filled in
      let offset = start % capacity
      let first = min(capacity - offset, end - start)
      _ = buffer.initialize(fromContentsOf: UnsafeBufferPointer(start: slots + offset, count: first))
      for index in first..<(end - start) { buffer.initializeElement(at: index, to: slots[index - first]) }
      filled = end - start
    }
    read.store(end, ordering: .releasing)
    return samples
  }

  /// Stores in at most two pieces: `store(place, start, count)` for samples `start ..< start + count`.
  private func put(_ count: Int, _ store: (UnsafeMutablePointer<Int16>, Int, Int) -> Void) -> Bool {
    let end = written.load(ordering: .relaxed)
    guard end + count - read.load(ordering: .acquiring) <= capacity else { return false }
    let offset = end % capacity
    let first = min(capacity - offset, count)
    store(slots + offset, 0, first)
    if first < count { store(slots, first, count - first) }
    written.store(end + count, ordering: .releasing)
    return true
  }
}
