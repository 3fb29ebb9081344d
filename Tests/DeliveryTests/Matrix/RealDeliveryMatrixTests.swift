import DesktopTesting
import Testing

@testable import Delivery

/// Layout by session by application: what becomes of prose, code and characters that the layout does not have. The test fails
/// where a program holds anything but what was delivered to it, or nothing was delivered that could be.
///
/// It prints its table: swift test --filter RealDeliveryMatrix | grep '^|'
@Suite(.serialized, .timeLimit(.minutes(3)))
struct RealDeliveryMatrixTests {
  @Test(arguments: MatrixApplication.allCases)
  func `every program holds exactly what was delivered`(_ application: MatrixApplication) async throws {
    if let missing = application.missing {
      MatrixTable.print("\(application.rawValue): not run, \(missing)")
      try Test.cancel("\(missing)")
    }
    let desk = try await MatrixDesk(for: application)
    let place = try await application.start(on: desk)
    var last: MatrixLayout?
    for layout in MatrixLayout.all {
      try await desk.set(layout, after: last)
      last = layout
      MatrixTable.print(
        application.rawValue, layout.name, try await row(layout, application, place, on: desk))
    }
  }

  /// The program is emptied once, so that what comes late or twice stands in the way of all that follows.
  private func row(
    _ layout: MatrixLayout, _ application: MatrixApplication, _ place: MatrixPlace, on desk: MatrixDesk
  ) async throws -> [String] {
    try await place.clear()
    #expect(try await holds("", place))
    var delivered = ""
    var cells: [String] = []
    for column in MatrixText.allCases {
      let target = try await desk.target(place.process, application.role)
      // Where nobody says how many lines there are, texts are rendered in one.
      if column == .lines, target.isMultiline == nil {
        cells.append("-")
        continue
      }
      let text = column.text(layout)
      let report = await desk.deliver(text, to: target)
      cells.append(report.outcome.name)
      switch report.outcome {
      case .typed, .inserted, .pasted: delivered += text
      case .kept(.lineBreak) where column == .lines && target.isMultiline == false: break
      default: Issue.record("\(column) on \(layout.name): \(report.outcome)")
      }
      guard try await holds(delivered, place) else {
        let held = try await place.text()
        Issue.record(
          "\(column) on \(layout.name): \(held.debugDescription) instead of \(delivered.debugDescription)")
        return cells + ["WRONG"]
      }
    }
    return cells
  }

  private func holds(_ text: String, _ place: MatrixPlace) async throws -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(15))
    while try await !place.text().unicodeScalars.elementsEqual(text.unicodeScalars) {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}

/// Lines of a table in Markdown.
enum MatrixTable {
  private static let header: Void = {
    print("session: application", "layout", MatrixText.allCases.map(\.rawValue))
    Swift.print("|" + String(repeating: "---|", count: MatrixText.allCases.count + 2))
  }()

  static func print(_ application: String, _ layout: String, _ cells: [String]) {
    if layout != "layout" { _ = header }
    Swift.print("| " + ([application, layout] + cells).joined(separator: " | ") + " |")
  }

  static func print(_ line: String) { Swift.print("| \(line) |") }
}
