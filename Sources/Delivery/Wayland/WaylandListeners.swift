internal import CWayland

/// The C functions that hand the clipboard's events over.
enum WaylandListeners {
  static let device = WaylandListener(
    hwctl_data_device_listener(
      data_offer: { data, _, offer in clipboard(data)?.takeOffer(offer) },
      selection: { data, _, offer in clipboard(data)?.takeSelection(offer) },
      finished: { _, _ in },
      primary_selection: { data, _, offer in clipboard(data)?.takePrimary(offer) }))

  static let offer = WaylandListener(
    hwctl_data_offer_listener(
      offer: { data, offer, type in clipboard(data)?.takeType(String(cString: type), of: offer) }))

  static let source = WaylandListener(
    hwctl_data_source_listener(
      send: { data, source, type, pipe in
        clipboard(data)?.send(String(cString: type), to: pipe, from: source)
      },
      cancelled: { data, source in clipboard(data)?.cancel(source) }))

  private static func clipboard(_ data: UnsafeMutableRawPointer?) -> WaylandClipboard? {
    data.map { Unmanaged<WaylandClipboard>.fromOpaque($0).takeUnretainedValue() }
  }
}
