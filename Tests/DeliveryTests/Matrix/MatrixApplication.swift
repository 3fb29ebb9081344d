import DesktopTesting
import Testing

@testable import Delivery

/// A program that the delivery matrix has rows for.
enum MatrixApplication: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case xterm = "Xvfb: xterm"
  case gtkEntry = "Xvfb: GTK 3 entry"
  case gtkView = "Xvfb: GTK 3 text view"
  case qtLine = "Xvfb: Qt 5 line edit"
  case chromium = "Xvfb: Chromium text area"
  /// Without accessibility, as where at-spi2-core is missing.
  case plainGTK = "Xvfb: GTK 3 entry, no accessibility"
  case foot = "sway: foot"
  case waylandGTK = "sway: GTK 3 entry"
  case plainWaylandGTK = "sway: GTK 3 entry, no accessibility"

  var testDescription: String { rawValue }

  var isOnSway: Bool { rawValue.hasPrefix("sway") }

  /// Why it cannot be tested on this machine; nil when it can.
  var missing: String? {
    if isOnSway ? !SwaySession.isInstalled : !AccessibleSession.isInstalled {
      return isOnSway ? "sway is not installed" : AccessibleSession.need
    }
    return switch self {
    case .xterm: DesktopProgram.areInstalled("xterm") ? nil : "xterm is not installed"
    case .foot: DesktopProgram.areInstalled("foot") ? nil : "foot is not installed"
    case .chromium: Browser.isInstalled ? nil : "chromium is not installed"
    case .qtLine: Editable.Toolkit.qt5.isInstalled ? nil : "python3-pyqt5 is not installed"
    case .gtkEntry, .gtkView, .plainGTK, .waylandGTK, .plainWaylandGTK:
      GTKReceiver.isInstalled ? nil : "gir1.2-gtk-3.0 is not installed"
    }
  }

  /// What a capture has to say of it.
  var role: TargetRole? {
    switch self {
    case .xterm, .foot: .terminal
    case .gtkEntry, .gtkView, .qtLine, .chromium, .waylandGTK: .text
    case .plainGTK, .plainWaylandGTK: nil
    }
  }

  func start(on desk: MatrixDesk) async throws -> MatrixPlace {
    switch self {
    case .xterm: .receiver(try await desk.x11.xterm())
    case .foot: .receiver(try await desk.sway.foot())
    case .gtkEntry, .waylandGTK: .editable(try await desk.editable(.gtk3, .entry))
    case .gtkView: .editable(try await desk.editable(.gtk3, .view))
    case .qtLine: .editable(try await desk.editable(.qt5, .entry))
    case .chromium: .page(try await desk.page())
    case .plainGTK, .plainWaylandGTK: .receiver(try await desk.plainGTK())
    }
  }
}

/// A running program, asked what it holds beside all that delivers to it.
enum MatrixPlace {
  case receiver(any Receiver)
  case editable(Editable)
  case page(WebPage)

  var process: Int32 {
    switch self {
    case .receiver(let receiver): receiver.process
    case .editable(let editable): editable.program.process
    case .page(let page): page.browser.program.process
    }
  }

  /// A terminal shows Enter as a carriage return.
  func text() async throws -> String {
    switch self {
    case .receiver(let receiver): receiver.text
    case .editable(let editable): try await editable.tell().text
    case .page(let page): page.text
    }
  }

  func clear() async throws {
    switch self {
    case .receiver(let receiver): receiver.clear()
    case .editable(let editable): try await editable.tell(Editable.Order(text: "", caret: 0))
    case .page(let page): try page.clear()
    }
  }
}
