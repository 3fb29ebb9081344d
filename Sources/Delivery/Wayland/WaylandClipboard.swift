internal import CSystem
internal import CWayland
internal import Domain
internal import Glibc
internal import SystemCalls

/// The clipboard of a compositor with data control, on the session's thread.
final class WaylandClipboard {
  unowned let session: WaylandSession
  private let device: OpaquePointer
  /// What programs offer: each gets its types by events, before it becomes the selection.
  private var offers: [OpaquePointer: [String]] = [:]
  private var selection: OpaquePointer?
  /// What hwctl offers itself now; nil while another program owns the clipboard.
  private var source: OpaquePointer?
  private(set) var content = ClipboardContent()
  /// Readers that have not got everything yet.
  private var transfers: [PipeTransfer] = []
  /// The reads since `watch`.
  private(set) var reads: [ClipboardRead] = []
  /// Who counts as the target.
  private var readers: [Int32] = []

  /// - Returns: nil when the compositor does not hand its clipboard over.
  init?(_ session: WaylandSession) {
    guard let manager = session.dataControl, let seat = session.seat,
      let device = hwctl_data_control_device(manager, seat, session.dataControlIsStandard)
    else { return nil }
    self.session = session
    self.device = device
    // A reader that ends in between must not end this process: the signal is blocked for this thread, and write says EPIPE.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    hwctl_add_listener(device, &WaylandListeners.device.value, Unmanaged.passUnretained(self).toOpaque())
    session.roundTrip()
  }

  // MARK: what others offer

  func takeOffer(_ offer: OpaquePointer) {
    offers[offer] = []
    hwctl_add_listener(offer, &WaylandListeners.offer.value, Unmanaged.passUnretained(self).toOpaque())
  }

  func takeType(_ type: String, of offer: OpaquePointer) { offers[offer]?.append(type) }

  func takeSelection(_ offer: OpaquePointer?) {
    if let selection, selection != offer { forget(selection) }
    selection = offer
  }

  /// The primary selection is left alone.
  func takePrimary(_ offer: OpaquePointer?) { if let offer { forget(offer) } }

  private func forget(_ offer: OpaquePointer) {
    offers[offer] = nil
    hwctl_data_offer_destroy(offer)
  }

  /// What is on the clipboard now, in all its types.
  ///
  /// - Returns: nil when its owner does not hand it over in time, or it is too large.
  func save(until deadline: MonotonicInstant) -> ClipboardContent? {
    session.roundTrip()
    if source != nil { return content }
    guard let selection, let types = offers[selection] else { return ClipboardContent() }
    var saved = ClipboardContent()
    var rest = ClipboardContent.sizeLimit
    for type in types where saved[type] == nil {
      // While it was read somebody may have copied something else, and the offer is gone.
      guard self.selection == selection, let bytes = read(type, of: selection, limit: rest, until: deadline),
        self.selection == selection
      else { return nil }
      rest -= bytes.count
      saved.items.append(ClipboardContent.Item(type: type, bytes: bytes))
    }
    return saved
  }

  private func read(
    _ type: String, of offer: OpaquePointer, limit: Int, until deadline: MonotonicInstant
  ) -> [UInt8]? {
    var ends: [CInt] = [0, 0]
    guard hwctl_pipe(&ends) == 0 else { return nil }
    let reading = FileDescriptor(owning: ends[0])
    hwctl_data_offer_receive(offer, type, ends[1])
    wl_display_flush(session.display)
    close(ends[1])
    var bytes: [UInt8] = []
    var isWhole = false
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      guard let count = try? reading.read(into: buffer) else {
        var request = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
        guard MonotonicInstant.now() < deadline, session.dispatch() else { break }
        _ = poll(&request, 1, 5)
        continue
      }
      isWhole = count == 0
      if isWhole || bytes.count + count > limit { break }
      bytes += buffer[..<count]
    }
    return isWhole ? bytes : nil
  }

  // MARK: what hwctl offers

  /// Offers this in place of what is there; an empty content clears the clipboard.
  func offer(_ content: ClipboardContent) -> Bool {
    if let source { hwctl_data_source_destroy(source) }
    source = nil
    self.content = content
    guard !content.items.isEmpty else {
      hwctl_data_device_set_selection(device, nil)
      return session.roundTrip()
    }
    guard let manager = session.dataControl,
      let new = hwctl_data_control_source(manager, session.dataControlIsStandard)
    else { return false }
    hwctl_add_listener(new, &WaylandListeners.source.value, Unmanaged.passUnretained(self).toOpaque())
    for item in content.items { hwctl_data_source_offer(new, item.type) }
    hwctl_data_device_set_selection(device, new)
    source = new
    return session.roundTrip() && source != nil
  }

  var isOwner: Bool { source != nil }

  /// Counts the reads from now on.
  func watch(for readers: [Int32]) {
    self.readers = readers
    reads = []
  }

  func send(_ type: String, to pipe: CInt, from asked: OpaquePointer) {
    guard asked == source, let item = content[type] else {
      close(pipe)
      return
    }
    let reader = PipeReader.reader(of: pipe, among: readers)
    reads.append(ClipboardRead(type: type, reader: reader, isFinished: false))
    transfers.append(PipeTransfer(pipe, item.bytes, read: reads.count - 1))
    writeOn()
  }

  /// Another program owns the clipboard now.
  func cancel(_ cancelled: OpaquePointer) {
    hwctl_data_source_destroy(cancelled)
    if cancelled == source { source = nil }
  }

  var writing: [CInt] { transfers.map(\.descriptor) }

  func writeOn() {
    transfers.removeAll { transfer in
      guard transfer.writeOn() else { return false }
      if reads.indices.contains(transfer.read) { reads[transfer.read].isFinished = true }
      return true
    }
  }
}
