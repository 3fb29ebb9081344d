internal import CXCB
internal import Domain
internal import Glibc
internal import SystemCalls

/// The selections of an X server (ICCCM 2): what others offer, and what hwctl offers in their place. Used on one thread.
final class X11Clipboard: DisplaySession {
  let connection: X11Connection
  /// Never shown: it owns what hwctl offers, and gets what it asks for.
  let window: UInt32
  /// By selection: what hwctl offers now.
  private(set) var owned: [UInt32: ClipboardContent] = [:]
  /// Large data on its way to a reader, piece by piece.
  private(set) var transfers: [X11Transfer] = []
  /// The reads since `watch`.
  private(set) var reads: [ClipboardRead] = []
  private var target: Int32?
  /// What has come for a question of ours.
  private var notified: UInt32?
  private var newValue = false
  private var time: UInt32?

  /// - Throws: `noDisplay`.
  init(display: String?) throws(DeliveryError) {
    connection = try X11Connection(display: display)
    window = xcb_generate_id(connection.handle)
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_create_window(
      connection.handle, 0, window, connection.root, -1, -1, 1, 1, 0,
      UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0, XCB_CW_EVENT_MASK.rawValue, &events)
    connection.flush()
  }

  var descriptor: CInt { connection.descriptor }

  func dispatch() -> Bool {
    while let event = xcb_poll_for_event(connection.handle) {
      handle(event)
      free(event)
    }
    connection.flush()
    return !connection.isGone
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    // The highest bit says that another program sent it (X protocol, SendEvent).
    switch CInt(event.pointee.response_type & 0x7f) {
    case XCB_SELECTION_REQUEST:
      event.withMemoryRebound(to: xcb_selection_request_event_t.self, capacity: 1) { answer($0.pointee) }
    case XCB_SELECTION_CLEAR:
      event.withMemoryRebound(to: xcb_selection_clear_event_t.self, capacity: 1) {
        owned[$0.pointee.selection] = nil
      }
    case XCB_SELECTION_NOTIFY:
      event.withMemoryRebound(to: xcb_selection_notify_event_t.self, capacity: 1) {
        notified = $0.pointee.property
      }
    case XCB_PROPERTY_NOTIFY:
      event.withMemoryRebound(to: xcb_property_notify_event_t.self, capacity: 1) { take($0.pointee) }
    case XCB_DESTROY_NOTIFY:
      event.withMemoryRebound(to: xcb_destroy_notify_event_t.self, capacity: 1) { drop($0.pointee.window) }
    default: break
    }
  }

  /// A reader has ended before it had everything.
  private func drop(_ reader: UInt32) {
    transfers.removeAll { transfer in
      guard transfer.requestor == reader else { return false }
      if reads.indices.contains(transfer.read) {
        reads[transfer.read].isFinished = true
        reads[transfer.read].reader = .other
      }
      return true
    }
  }

  private func take(_ change: xcb_property_notify_event_t) {
    let isNew = change.state == UInt8(XCB_PROPERTY_NEW_VALUE.rawValue)
    if change.window == window {
      if change.atom == incoming, isNew { newValue = true }
      if change.atom == clock { time = change.time }
    } else if !isNew {
      // The reader has taken a piece.
      transfers.removeAll { transfer in
        guard transfer.isFor(change), transfer.sendPiece(connection) else { return false }
        finish(transfer.read)
        return true
      }
      connection.flush()
    }
  }

  private var incoming: UInt32 { connection.atom("HWCTL_INCOMING") }
  private var clock: UInt32 { connection.atom("HWCTL_TIME") }

  // MARK: what others offer

  /// What a selection holds now, in all formats.
  ///
  /// - Returns: nil when its owner does not hand it over in time, or it is too large.
  func save(_ selection: UInt32, until deadline: MonotonicInstant) -> ClipboardContent? {
    guard dispatch() else { return nil }
    if let own = owned[selection] { return own }
    let owner = owner(of: selection)
    guard let owner else { return nil }
    guard owner != 0 else { return ClipboardContent() }
    guard let targets = fetch(connection.atom("TARGETS"), of: selection, until: deadline) else { return nil }
    var saved = ClipboardContent()
    for target in targets?.words ?? [] {
      guard let type = connection.name(of: target), !Self.requests.contains(type), saved[type] == nil else {
        continue
      }
      guard let property = fetch(target, of: selection, until: deadline) else { return nil }
      // It is on the list, and the owner does not give it: neither could anybody else get it.
      guard let property, let propertyType = connection.name(of: property.type) else { continue }
      saved.items.append(
        ClipboardContent.Item(
          type: type, bytes: property.bytes, propertyType: propertyType, format: property.format))
      if saved.items.reduce(0, { $0 + $1.bytes.count }) > ClipboardContent.sizeLimit { return nil }
    }
    return saved
  }

  /// Targets that are questions or commands to the owner, not data (ICCCM 2.6.2 and 2.6.3).
  private static let requests: Set = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]

  /// - Returns: nil when the owner does not answer in time; within, nil when it refuses.
  private func fetch(
    _ target: UInt32, of selection: UInt32, until deadline: MonotonicInstant
  ) -> X11Property?? {
    ask(for: target, of: selection)
    guard serve(until: deadline, { notified != nil }) else { return nil }
    guard notified != 0 else { return .some(nil) }
    newValue = false
    guard let first = connection.property(incoming, of: window, deletes: true) else { return .some(nil) }
    return first.type == connection.atom("INCR") ? fetchPieces(until: deadline).map { $0 } : first
  }

  func ask(for target: UInt32, of selection: UInt32) {
    notified = nil
    xcb_delete_property(connection.handle, window, incoming)
    xcb_convert_selection(
      connection.handle, window, selection, target, incoming, UInt32(XCB_CURRENT_TIME))
    connection.flush()
  }

  /// Each piece is a new value of the property, and an empty one is the last (ICCCM 2.7.2).
  private func fetchPieces(until deadline: MonotonicInstant) -> X11Property? {
    var whole: X11Property?
    while serve(until: deadline, { newValue }) {
      newValue = false
      guard let piece = connection.property(incoming, of: window, deletes: true) else { continue }
      if piece.bytes.isEmpty { return whole ?? piece }
      whole = whole ?? X11Property(type: piece.type, format: piece.format, bytes: [])
      whole?.bytes += piece.bytes
      if whole?.bytes.count ?? 0 > ClipboardContent.sizeLimit { return nil }
    }
    return nil
  }

  // MARK: what hwctl offers

  /// Offers this in place of what is there; an empty content lets go of the selection.
  ///
  /// - Returns: false when another program took it at once.
  func offer(_ content: ClipboardContent, as selection: UInt32) -> Bool {
    let instant = serverTime()
    let isEmpty = content.items.isEmpty
    xcb_set_selection_owner(connection.handle, isEmpty ? 0 : window, selection, instant)
    owned[selection] = isEmpty ? nil : content
    let owner = owner(of: selection)
    if owner == (isEmpty ? 0 : window) { return true }
    owned[selection] = nil
    return false
  }

  /// The window that has a selection, 0 for none; nil when the server has gone.
  private func owner(of selection: UInt32) -> UInt32? {
    let cookie = xcb_get_selection_owner(connection.handle, selection)
    return connection.answer(cookie.sequence, xcb_get_selection_owner_reply_t.self)?.value.owner
  }

  /// The server's own time, which an owner must name (ICCCM 2.1); a change of a property brings it.
  private func serverTime() -> UInt32 {
    time = nil
    connection.setProperty(clock, of: window, to: X11Property(type: connection.atom("INTEGER"), words: [0]))
    _ = serve(until: MonotonicInstant.now().advanced(by: .seconds(1))) { time != nil }
    return time ?? UInt32(XCB_CURRENT_TIME)
  }

  /// Counts the reads from now on, those of this process as the target's.
  func watch(for target: Int32?) {
    self.target = target
    reads = []
  }

  private func finish(_ read: Int) { if reads.indices.contains(read) { reads[read].isFinished = true } }

  private func answer(_ request: xcb_selection_request_event_t) {
    // A program of before 1989 names no property (ICCCM 2.2).
    let property = request.property == 0 ? request.target : request.property
    let isGiven = give(request, property)
    var event = xcb_selection_notify_event_t()
    event.response_type = UInt8(XCB_SELECTION_NOTIFY)
    event.time = request.time
    event.requestor = request.requestor
    event.selection = request.selection
    event.target = request.target
    event.property = isGiven ? property : 0
    withUnsafeBytes(of: &event) { bytes in
      // An event is 32 bytes on the wire, of which this one's structure has 24.
      var buffer = [CChar](repeating: 0, count: 32)
      buffer.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
      xcb_send_event(connection.handle, 0, request.requestor, 0, buffer)
    }
    connection.flush()
  }

  private func give(_ request: xcb_selection_request_event_t, _ property: UInt32) -> Bool {
    guard let content = owned[request.selection], let type = connection.name(of: request.target) else {
      return false
    }
    if type == "TARGETS" {
      let targets = [request.target] + content.items.map { connection.atom($0.type) }
      connection.setProperty(
        property, of: request.requestor, to: X11Property(type: connection.atom("ATOM"), words: targets))
      return true
    }
    guard let item = content[type] else { return false }
    let process = connection.processID(of: request.requestor)
    let reader: ClipboardRead.Reader =
      target == nil || process == nil ? .unknown : process == target ? .target : .other
    reads.append(ClipboardRead(type: type, reader: reader, isFinished: false))
    let data = X11Property(
      type: connection.atom(item.propertyType), format: item.format, bytes: item.bytes)
    let transfer = X11Transfer(
      requestor: request.requestor, property: property, data: data, read: reads.count - 1)
    if transfer.begin(connection) { finish(transfer.read) } else { transfers.append(transfer) }
    return true
  }
}
