/// What a clipboard holds: the same thing in several formats.
struct ClipboardContent: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    /// A MIME type or, in X11, the name of a target.
    var type: String
    var bytes: [UInt8]
    /// X11 only: the name of the property's type, which may be another than the target's ("ATOM", "INTEGER").
    var propertyType: String
    /// X11 only: 8, 16 or 32 bits an item.
    var format: UInt8 = 8

    init(type: String, bytes: [UInt8], propertyType: String? = nil, format: UInt8 = 8) {
      self.type = type
      self.bytes = bytes
      self.propertyType = propertyType ?? type
      self.format = format
    }
  }

  var items: [Item] = []

  subscript(type: String) -> Item? { items.first { $0.type == type } }

  /// A text under all the names by which programs ask for text.
  init(text: String) {
    let bytes = Array(text.utf8)
    items = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT"].map {
      Item(type: $0, bytes: bytes, propertyType: $0 == "TEXT" ? "UTF8_STRING" : $0)
    }
    // ISO 8859-1 by definition (ICCCM 2.6.2).
    let latin = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    if latin.count == text.unicodeScalars.count { items.append(Item(type: "STRING", bytes: latin)) }
    // Asks clipboard managers not to keep it (KDE's Klipper and those that follow it).
    items.append(Item(type: Self.managerHint, bytes: Array("secret".utf8)))
  }

  init(items: [Item] = []) { self.items = items }

  static let managerHint = "x-kde-passwordManagerHint"

  /// Whether reading this type gives the text, and not only what there is to be had.
  static func isText(_ type: String) -> Bool { type != managerHint }

  /// More than this is not taken over for the time of a paste: the text is kept instead.
  static let sizeLimit = 64 << 20
}

/// A read of what is offered.
struct ClipboardRead: Hashable, Sendable {
  var type: String
  /// Whether the program that pastes has read it, where that can be seen.
  var reader: Reader
  /// Whether the reader has got everything.
  var isFinished: Bool

  enum Reader: Hashable, Sendable {
    case target
    /// A clipboard manager, most likely.
    case other
    case unknown
  }
}
