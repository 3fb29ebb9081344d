import DesktopTesting

@testable import Delivery

/// A text area in Chromium, which shows what it holds in the window's title: accessibility is not asked about itself.
struct WebPage {
  let browser: Browser
  private let connection: X11Connection
  private let hand: XTestKeys

  /// Escape empties it.
  private static let field = """
    <textarea autofocus rows=9 cols=60></textarea><script>
    const area = document.querySelector('textarea')
    const show = () => { document.title = 'text:' + encodeURIComponent(area.value) }
    area.addEventListener('input', show)
    area.addEventListener('keydown', event => { if (event.key === 'Escape') { area.value = ''; show() } })
    show()
    </script>
    """

  init(on session: AccessibleSession) throws {
    browser = try Browser(session, field: Self.field)
    connection = try X11Connection(display: session.server.display)
    hand = try XTestKeys(connection)
  }

  /// The page is there: before, Escape would end its loading.
  var isShown: Bool { title != nil }

  var text: String { title.map(Self.decoded) ?? "(no title)" }

  private var title: ArraySlice<UInt8>? {
    guard let window = connection.activeWindow(),
      let title = connection.property("_NET_WM_NAME", of: window.id)?.bytes, title.starts(with: "text:".utf8)
    else { return nil }
    return title.dropFirst(5)
  }

  func clear() throws {
    try hand.send([[KeyTransition(code: 1, isDown: true)], [KeyTransition(code: 1, isDown: false)]])
    try hand.finishChunk()
  }

  /// The inverse of encodeURIComponent.
  private static func decoded(_ title: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    var iterator = title.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%"), let high = iterator.next(), let low = iterator.next() else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) ?? 0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
