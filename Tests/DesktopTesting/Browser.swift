import TestSupport

/// A Chromium with one page, which shows itself to accessibility.
public final class Browser: Sendable {
  public static let isInstalled = DesktopProgram.areInstalled("chromium")
  public let program: DesktopProgram

  /// - Parameter field: the HTML element that gets the focus.
  public init(_ session: AccessibleSession, field: String) throws {
    let folder = session.server.folder
    let page = try folder.write(
      "page-\(UInt32.random(in: 0...UInt32.max)).html",
      "<!doctype html><meta charset=utf-8>\(field)<script>document.querySelector('[autofocus]').focus()</script>"
    )
    program = try session.start(
      "chromium", "--force-renderer-accessibility", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--no-default-browser-check", "--disable-dev-shm-usage", "--password-store=basic",
      "--user-data-dir=\(folder.path)/chromium-\(UInt32.random(in: 0...UInt32.max))", "--app=file://\(page)")
  }
}
